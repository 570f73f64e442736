package command

import (
	"bytes"
	"strings"
	"testing"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
)

// TestExamined: conflicts are counted beside what was found, and no secret is printed.
func TestExamined(t *testing.T) {
	t.Parallel()
	secret := []doctor.Finding{{
		ID: "hook-fails", Severity: doctor.Error, Message: "curl -H 'Authorization: Bearer s3cr3ts3cr3t' fails", Fix: "run TOKEN=s3cr3ts3cr3t x",
		Each: []string{"TOKEN=s3cr3ts3cr3t y"}, Loses: []string{`{"env": {"API_TOKEN": "s3cr3ts3cr3t"}}`},
	}}
	for _, c := range []struct {
		found    []doctor.Finding
		inTheWay int
		idle     []string
		want     string
	}{
		{nil, 0, nil, "Nothing found.\n"},
		{nil, 2, nil, "Nothing found apart from this: 2 conflicts.\n"},
		{nil, 0, []string{"no rule answers a question: hooks are off"}, "Nothing found apart from this: no rule answers a question: hooks are off.\n"},
		{secret, 1, []string{"the tool rules are off: no hook"}, "\nApart from these: the tool rules are off: no hook; 1 conflict.\n"},
		{secret, 1, nil, "\nApart from these: 1 conflict.\n"},
		{secret, 0, nil, "Errors\n"},
	} {
		var out bytes.Buffer
		found := redacted(c.found)
		printExamined(&cli.App{Stdout: &out, Stderr: &out, Planner: &planner.Planner{}}, found, c.inTheWay, c.idle)
		if got := out.String(); !strings.Contains(got, c.want) || strings.Contains(got, "s3cr3t") || c.inTheWay == 0 && strings.Contains(got, "conflict") {
			t.Errorf("%d in the way: %s", c.inTheWay, got)
		}
		for _, f := range found {
			if strings.Contains(strings.Join(append(f.Each, f.Loses...), " "), "s3cr3t") {
				t.Errorf("it keeps %q, %q", f.Each, f.Loses)
			}
		}
	}
}
