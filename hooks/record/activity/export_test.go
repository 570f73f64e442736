package activity

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

var odd = Call{
	Session: "a\u202e\x1b[31m \xff \"session\"", ToolUse: "toolu_\n1", Tool: "=HYPERLINK(\"x\")", Key: "-rf", Class: eventlog.ClassExit, Exit: 3, Start: noon, End: noon.Add(time.Second),
	Timed: true, Duration: time.Second, Waited: true, Wait: 5 * time.Millisecond, Asked: true, Resumed: 1, In: 5, Out: 6, Arguments: `{"command":"x"}`,
}

func TestCallAsJSON(t *testing.T) {
	var got struct {
		Tool, Class, Start, End string
		Duration                int64 `json:"duration_ms"`
		Wait                    int64 `json:"wait_ms"`
		Exit                    int   `json:"exit_code"`
		Asked                   bool
	}
	if err := json.Unmarshal(odd.JSON(), &got); err != nil || bytes.ContainsAny(odd.JSON(), "\n\x1b") {
		t.Fatalf("%v: %s", err, odd.JSON())
	}
	if got.Tool != odd.Tool || got.Class != "exit" || got.Duration != 1000 || got.Wait != 5 || got.Exit != 3 || !got.Asked || got.Start != "2026-11-20T12:00:00.000Z" {
		t.Errorf("%+v", got)
	}
	running := Call{Tool: "Bash", Class: Running, Start: noon}
	if s := string(running.JSON()); s != `{"tool":"Bash","class":"running","start":"2026-11-20T12:00:00.000Z","input_bytes":0,"output_bytes":0}` {
		t.Error(s)
	}
}

func TestCallAsCSV(t *testing.T) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	musttest.Do(t, w.WriteAll([][]string{Columns(), odd.CSV(), (Call{Tool: "Bash", Class: Running, Start: noon}).CSV()}))
	rows, err := csv.NewReader(&b).ReadAll() // which wants rows of one length
	if err != nil || len(rows) != 3 {
		t.Fatal(rows, err)
	}
	cells := map[string]string{}
	for i, name := range rows[0] {
		cells[name] = rows[1][i]
	}
	if cells["tool"] != "'"+odd.Tool || cells["key"] != "'-rf" || cells["duration_ms"] != "1000" || cells["exit_code"] != "3" || cells["tool_use_id"] != "toolu_\ufffd1" || strings.ContainsAny(cells["session"], "\x1b\u202e") {
		t.Errorf("%v", cells)
	}
}

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

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999 * time.Millisecond: "999 ms", 1500 * time.Millisecond: "1.5 s", 9949 * time.Millisecond: "9.9 s", 9950 * time.Millisecond: "10 s", 59999 * time.Millisecond: "1 min", 59 * time.Second: "59 s",
		125 * time.Second: "2 min 5 s", 3*time.Hour + 20*time.Minute: "3 h 20 min", 52 * time.Hour: "2 d 4 h", 48 * time.Hour: "2 d",
	} {
		if got := Brief(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
