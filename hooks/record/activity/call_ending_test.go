package activity

import (
	"testing"

	"neverask/hooks/record/eventlog"
)

// TestEnding: it says who denied a call, its exit code, and what an end that nobody recorded is taken from.
func TestEnding(t *testing.T) {
	for _, tt := range []struct {
		Call
		want string
	}{
		{Call{Class: eventlog.ClassOK}, "ok"},
		{Call{Class: eventlog.ClassExit, Exit: 3}, "exit code 3"},
		{Call{Class: eventlog.ClassExit}, "exit code"},
		{Call{Class: eventlog.ClassDenied}, "denied"},
		{Call{Class: eventlog.ClassDenied, By: eventlog.DeniedByRule}, "denied by the rule"},
		{Call{Class: eventlog.ClassDenied, By: eventlog.DeniedByPerson, ClosedBy: ByBatch}, "denied by you"},
		{Call{Class: eventlog.ClassOrphan, ClosedBy: ByAge}, "no end recorded (within a day)"},
		{Call{Class: eventlog.ClassInterrupted, ClosedBy: ByPrompt}, "interrupted (by the next prompt)"},
		{Call{Class: "melted"}, "melted"},
	} {
		if got := tt.Ending(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.Call, got, tt.want)
		}
	}
	for class, want := range map[eventlog.Class]string{eventlog.ClassTimeout: "timed out", Running: "running", "melted": "melted"} {
		if got := ClassWords(class); got != want {
			t.Errorf("%s: %q, want %q", class, got, want)
		}
	}
}
