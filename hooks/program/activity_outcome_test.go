package program

import (
	"fmt"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

func TestOutcomes(t *testing.T) {
	say := func(o outcome) string {
		said := strings.TrimSpace(string(o.class) + " " + string(o.by))
		if o.exit != 0 {
			said += fmt.Sprint(" ", o.exit)
		}
		return said
	}
	for _, row := range musttest.Table(t, "testdata/outcomes.tsv", 4) {
		tool, text, want := row[1], row[2], row[3]
		got := notRunOutcome(tool, hooks.StringOf(text))
		if row[0] == "failed" {
			got = failureOutcome(tool, text, false)
			if interrupted := failureOutcome(tool, text, true); interrupted != (outcome{class: eventlog.ClassInterrupted}) {
				t.Errorf("%s, %q, interrupted: %+v", tool, text, interrupted)
			}
		}
		if say(got) != want {
			t.Errorf("%s: %s, %q: %q, want %q", row[0], tool, text, say(got), want)
		}
	}
	if got := notRunOutcome("Agent", hooks.Value{}); got != (outcome{}) {
		t.Errorf("nothing: %+v", got)
	}
}

// FuzzOutcome: whatever a tool prints, its call has a class, and what the record
// keeps of its input is a word.
func FuzzOutcome(f *testing.F) {
	f.Add("Bash", "Exit code 143\nCommand timed out after 1s", `A="x" /bin/ls`)
	f.Add("Read", "EACCES: permission denied, open 'x'", "/a/b.go")
	f.Add("WebFetch", "<tool_use_error>Cancelled: x</tool_use_error>", "https://a:b@c:1/d")
	f.Add("mcp__m__t", "MCP error -32001: x", "")
	f.Fuzz(func(t *testing.T, tool, text, argument string) {
		if got := failureOutcome(tool, text, false); got.class == "" || got.exit != 0 && !isShell(tool) || (got.class == eventlog.ClassDenied) != (got.by != "") {
			t.Errorf("failed: %+v", got)
		}
		if got := notRunOutcome(tool, hooks.StringOf(text)); (got.class == eventlog.ClassDenied) != (got.by != "") {
			t.Errorf("not run: %+v", got)
		}
		var w hooks.Writer
		w.Begin('{')
		for _, name := range []string{"command", "file_path", "notebook_path", "url", "subagent_type"} {
			w.Name(name).String(argument)
		}
		w.End('}')
		if got := subject(tool, w.Finish()); got != "" && word(got) != got || strings.ContainsAny(got, " /@=\"'\\\n") {
			t.Errorf("kept %q", got)
		}
		var a eventlog.Activity
		fillNotification(&a, text)
		fillNotification(&a, "<task-notification>\n"+text)
	})
}
