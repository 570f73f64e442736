package chain

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"neverask/hooks"
)

var entries = []Entry{
	{
		ID: "a1", Active: true, File: "/home/x/.claude/settings.json", Event: hooks.EventPreToolUse, Tools: []string{"AskUserQuestion", AnyMCP}, Mode: First,
		Command: Command{Line: `"$HOME"/bin/x <a> "\u00e9"`, Shell: "bash", Limit: 5 * time.Second},
	},
	{ID: "b2", Event: hooks.EventPostToolUse, Tools: []string{"AskUserQuestion"}, Mode: Fallback, Command: Command{Line: "/bin/y", Exec: true, Args: []string{"-a", ""}, Limit: 1500 * time.Millisecond}},
	{ID: "c3", Active: true, Event: hooks.EventPreToolUse, Tools: []string{"mcp__a__AskUserQuestion"}, Mode: First, Command: Command{Line: "/bin/z", Exec: true, Limit: time.Second}},
}

func TestReadWhatWasFormatted(t *testing.T) {
	path := File(t.TempDir())
	if got, err := Read(path); got != nil || err != nil {
		t.Errorf("a missing file: %v, %v", got, err)
	}
	if err := os.WriteFile(path, Format(entries), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil || !reflect.DeepEqual(got, entries) {
		t.Errorf("got %+v, %v", got, err)
	}
	if filepath.Base(path) != "chained.json" {
		t.Errorf("the file is %s", path)
	}
}

func TestFor(t *testing.T) {
	for _, c := range []struct {
		entry int
		event hooks.Event
		tool  string
		want  bool
	}{
		{0, hooks.EventPreToolUse, "AskUserQuestion", true},
		{0, hooks.EventPreToolUse, "mcp__any__AskUserQuestion", true},
		{0, hooks.EventPostToolUse, "AskUserQuestion", false},
		{0, hooks.EventPreToolUse, "Bash", false},
		{1, hooks.EventPostToolUse, "AskUserQuestion", false}, // not active
		{2, hooks.EventPreToolUse, "mcp__a__AskUserQuestion", true},
		{2, hooks.EventPreToolUse, "mcp__b__AskUserQuestion", false},
	} {
		if got := entries[c.entry].For(c.event, c.tool); got != c.want {
			t.Errorf("entry %d, %s, %s: got %v", c.entry, c.event, c.tool, got)
		}
	}
}

// TestParseRefuses: an entry that cannot be run must not be passed over in
// silence.
func TestParseRefuses(t *testing.T) {
	const good = `"id":"a","event":"PreToolUse","mode":"first","command":"x","limit_ms":1`
	if _, err := Parse([]byte(`{"version":1,"entries":[{` + good + `}]}`)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"", "[]", `{"entries":[]}`, `{"version":2,"entries":[]}`, `{"version":1,"entries":[{}]}`, `{"version":1,"entries":[5]}`,
		`{"version":1,"entries":[{"id":"a","event":"PreToolUse","mode":"sometimes","command":"x","limit_ms":1}]}`,
		`{"version":1,"entries":[{"id":"a","event":"PreToolUse","mode":"first","command":"","limit_ms":1}]}`,
		`{"version":1,"entries":[{"id":"a","event":"PreToolUse","mode":"first","command":"x","limit_ms":0}]}`,
		`{"version":1,"entries":[{"id":"a","event":"PreToolUse","mode":"first","command":"x","limit_ms":"1"}]}`,
	} {
		if got, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Format(entries))
	f.Add([]byte(`{"version":1,"entries":[{"id":"a","event":"E","mode":"first","command":"x","limit_ms":1,"args":[1,"b"],"tools":5}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := Parse(b)
		if err != nil {
			return
		}
		again, err := Parse(Format(got))
		if err != nil || len(again) != len(got) {
			t.Errorf("%+v became %+v, %v", got, again, err)
		}
	})
}
