package chain

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/settings/must"
)

var entries = []Entry{
	{
		ID: "a1", Active: true, File: "/home/x/.claude/settings.json", Project: "/home/x", Event: hooks.EventPreToolUse, Tools: []string{"AskUserQuestion", AnyMCP}, Mode: First,
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
	must.Write(t, path, string(Format(entries)))
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
	const good = `{"version":1,"entries":[{"id":"a","active":true,"event":"PreToolUse","tools":["T"],"mode":"first","command":"x","args":["y"],"limit_ms":1}]}`
	if _, err := Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	texts := []string{"", "[]", `{"entries":[]}`, `{"version":1}`, `{"version":1,"entries":{}}`, `{"version":1,"entries":[{}]}`, `{"version":1,"entries":[5]}`, good[:len(good)-1]}
	for _, c := range [][2]string{
		{`"version":1`, `"version":2`}, {`"id":"a"`, `"id":""`}, {`"id":"a"`, `"id":"a","id":"a"`}, {"true", `"yes"`}, {"true", `true,"project":"x"`}, {"true", `true,"project":null`}, {`"PreToolUse"`, `""`},
		{`["T"]`, `[]`}, {`["T"]`, `"T"`}, {`["T"]`, `["T",5]`}, {`"first"`, `"sometimes"`}, {`"x"`, `""`}, {`"x"`, `["x"]`},
		{`["y"]`, `"y"`}, {`["y"]`, `[null]`}, {`_ms":1`, `_ms":0`}, {`_ms":1`, `_ms":"1"`}, {`_ms":1`, `_ms":1e3`},
	} {
		text := strings.Replace(good, c[0], c[1], 1)
		if text == good {
			t.Fatalf("%q is not there", c[0])
		}
		texts = append(texts, text)
	}
	for _, text := range texts {
		if got, err := Parse([]byte(text)); err == nil {
			t.Errorf("%s: got %+v", text, got)
		}
	}
}

func TestPatience(t *testing.T) {
	at := func(event hooks.Event, active bool, limit time.Duration) Entry {
		return Entry{Event: event, Active: active, Command: Command{Limit: limit}}
	}
	for _, c := range []struct {
		name    string
		entries []Entry
		want    time.Duration
	}{
		{"none", nil, 5 * time.Second},
		{"the slowest", []Entry{at(hooks.EventPreToolUse, true, time.Second), at(hooks.EventPreToolUse, true, 7*time.Second)}, 12 * time.Second},
		{"another event", []Entry{at(hooks.EventPostToolUse, true, time.Second)}, 5 * time.Second},
		{"not active", []Entry{at(hooks.EventPreToolUse, false, time.Second)}, 5 * time.Second},
		{"the client's own", []Entry{at(hooks.EventPreToolUse, true, DefaultLimit)}, DefaultLimit},
		{"for ever", []Entry{at(hooks.EventPreToolUse, true, 1<<63-1)}, DefaultLimit},
	} {
		if got := Patience(c.entries, hooks.EventPreToolUse); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

func TestName(t *testing.T) {
	for _, c := range []struct {
		command Command
		want    string
	}{
		{Command{Line: "/opt/hook.sh --token abc"}, "/opt/hook.sh"},
		{Command{Line: "TOKEN=abc A=b  node ~/hook.js abc"}, "node ~/hook.js"},
		{Command{Line: "TOKEN=abc"}, "TOKEN"},
		{Command{Line: "curl https://x/?key=abc"}, "curl"},
		{Command{Line: "python3 -c secret"}, "python3"},
		{Command{Line: "node", Args: []string{"/a b/c.js", "x"}, Exec: true}, "node /a b/c.js"},
		{Command{Line: "a=b", Exec: true}, "a=b"},
		{Command{Line: "  "}, ""},
	} {
		if got := c.command.Name(); got != c.want {
			t.Errorf("%+v: got %q", c.command, got)
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

func TestSame(t *testing.T) {
	c := Command{Line: "a", Args: []string{"x"}, Exec: true, Shell: "bash", Limit: 1}
	for _, d := range []Command{
		{"b", c.Args, true, "bash", 1}, {"a", []string{"y"}, true, "bash", 1}, {"a", c.Args, false, "bash", 1}, {"a", c.Args, true, "", 1},
	} {
		if c.Same(d) {
			t.Errorf("%+v is taken for %+v", d, c)
		}
	}
	if longer := (Command{"a", c.Args, true, "bash", 2}); !c.Same(longer) {
		t.Error("a longer limit makes another command")
	}
}

// TestWhatTheHookCannotReadIsNotWritten: a file that is too long, or that no hook
// understands, would keep every question from being answered.
func TestWhatTheHookCannotReadIsNotWritten(t *testing.T) {
	file := File(t.TempDir())
	long := strings.Repeat("x", MaxFile)
	for _, c := range []Command{{Line: long, Limit: time.Second}, {Limit: time.Second}} {
		e := Entry{ID: "a", Active: true, Event: "PreToolUse", Tools: []string{"AskUserQuestion"}, Mode: First, Command: c}
		if err := Write(file, []Entry{e}); err == nil {
			t.Errorf("%.20q was written", c.Line)
		}
		if _, err := os.Stat(file); err == nil {
			t.Fatal("the file is there")
		}
	}
}
