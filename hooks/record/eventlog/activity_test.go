package eventlog

import (
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
)

// full is a record in which everything is set that one line can hold.
var full = Activity{
	Time: 1795258532123456789, Event: hooks.EventPostToolUseFailure, Session: "5c5997d1-d0f6-40ce-ad14-6e7253b4e2fd",
	ToolUse: "toolu_01A", Tool: "Bash", Class: ClassExit, Exit: 3, Timed: true, Took: 17, By: DeniedByRule, In: 44, Out: 100,
	Prompt: "373d897c-46a3-420f-bb73-cf3137be8e17", Agent: "aacc0098e7a319c8e", AgentType: "general-purpose", Server: "github",
	Mode: "default", Effort: "medium", Background: "bvu4vb8nu", Project: ProjectHash("/work"), ProjectName: "work",
	Key: "git", Arguments: `{"command":"git status"}`,
}

func TestActivityLine(t *testing.T) {
	for name, tt := range map[string]struct {
		a    Activity
		want string
	}{
		"everything": {full, `{"v":1,"t":1795258532123456789,"e":"PostToolUseFailure","s":"5c5997d1-d0f6-40ce-ad14-6e7253b4e2fd",` +
			`"u":"toolu_01A","n":"Bash","c":"exit","x":3,"d":17,"by":"rule","in":44,"out":100,"p":"373d897c-46a3-420f-bb73-cf3137be8e17",` +
			`"a":"aacc0098e7a319c8e","at":"general-purpose","sv":"github","m":"default","ef":"medium","bg":"bvu4vb8nu",` +
			`"ph":"` + ProjectHash("/work") + `","pn":"work","k":"git","arg":"{\"command\":\"git status\"}"}`},
		"little":         {Activity{Time: 1, Event: "Stop"}, `{"v":1,"t":1,"e":"Stop"}`},
		"no time at all": {Activity{Time: 1, Event: "PostToolUse", Timed: true}, `{"v":1,"t":1,"e":"PostToolUse","d":0}`},
		"a batch": {Activity{Time: 1, Event: "PostToolBatch", Calls: []BatchResult{
			{ToolUse: "u1", Tool: "Bash", In: 4, Out: 5, Key: "ls"}, {ToolUse: "u2", Tool: "Read", Class: ClassDenied, By: DeniedByHook},
		}}, `{"v":1,"t":1,"e":"PostToolBatch","calls":[{"u":"u1","n":"Bash","in":4,"out":5,"k":"ls"},{"u":"u2","n":"Read","c":"denied","by":"hook"}]}`},
		"quotes": {Activity{Time: 1, Event: "Stop", Key: `a"\b`}, `{"v":1,"t":1,"e":"Stop","k":"a\"\\b"}`},
	} {
		line := string(tt.a.JSON())
		if line != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, line, tt.want)
		}
		back, err := ParseActivity(line)
		if err != nil || !reflect.DeepEqual(back, tt.a) {
			t.Errorf("%s: read back as %+v, %v", name, back, err)
		}
	}
}

func TestParseActivity(t *testing.T) {
	want := Activity{Time: 5, Event: "Stop", Key: "a\nb", Exit: -1}
	for name, line := range map[string]string{
		"spaces":          ` { "v" : 1, "t" : 5, "e":"Stop", "k":"a\nb", "x": -1 } `,
		"another order":   `{"x":-1,"k":"a\u000ab","e":"Stop","t":5,"v":1}`,
		"unknown members": `{"v":1,"t":5,"e":"Stop","new":{"a":[1.5,null]},"k":"a\nb","x":-1,"y":true}`,
	} {
		if got, err := ParseActivity(line); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for name, line := range map[string]string{
		"nothing": "", "torn": string(full.JSON()[:100]), "no time": `{"v":1,"e":"Stop"}`, "no event": `{"v":1,"t":5}`,
		"another version": `{"v":2,"t":5,"e":"Stop"}`, "no version": `{"t":5,"e":"Stop"}`, "no object": `[1]`,
		"two": `{"v":1,"t":5,"e":"Stop"}{"v":1,"t":5,"e":"Stop"}`, "calls that are none": `{"v":1,"t":5,"e":"","calls":[{]}`,
	} {
		if got, err := ParseActivity([]byte(line)); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestOddTexts(t *testing.T) {
	a := Activity{Time: 1, Event: "Stop", Key: "a\x00\xff\u00e9", ToolUse: strings.Repeat("\u20ac", 50), Prompt: "x" + strings.Repeat("\u20ac", 50)}
	want := Activity{Time: 1, Event: "Stop", Key: "a ?\u00e9", ToolUse: strings.Repeat("\u20ac", 32), Prompt: "x" + strings.Repeat("\u20ac", 31)}
	if got, err := ParseActivity(a.JSON()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestActivityLineIsBounded: whatever the client says, a line is one write of less
// than a page, and all calls of a batch are recorded.
func TestActivityLineIsBounded(t *testing.T) {
	for _, long := range []string{strings.Repeat(`"`, 5000), strings.Repeat("\x01", 5000), strings.Repeat("\xff", 5000), strings.Repeat("\u00e9", 5000)} {
		a := full
		for _, s := range []*string{&a.Session, &a.ToolUse, &a.Tool, &a.Prompt, &a.Agent, &a.AgentType, &a.Server, &a.Mode, &a.Effort,
			&a.Background, &a.Project, &a.ProjectName, &a.Key, &a.Arguments, (*string)(&a.Event), (*string)(&a.Class), (*string)(&a.By)} {
			*s = long
		}
		a.Time, a.Took, a.In, a.Out, a.Exit = -1<<63, -1<<63, -1<<63, -1<<63, -1<<63
		for range 40 {
			a.Calls = append(a.Calls, BatchResult{long, long, Class(long), Denier(long), -1 << 63, -1 << 63, long})
		}
		lines := a.Lines()
		a.Calls = nil
		lines = append(lines, a.JSON())
		calls := 0
		for _, line := range lines {
			if len(line) >= MaxActivity {
				t.Errorf("a line of %d bytes", len(line))
			}
			v, err := hooks.Parse(line)
			if err != nil {
				t.Errorf("%v: %s", err, line)
			}
			calls += v.Get("calls").Len()
		}
		if calls != 40 {
			t.Errorf("%d calls in %d lines", calls, len(lines))
		}
	}
}

func FuzzParseActivity(f *testing.F) {
	f.Add(string(full.JSON()))
	f.Add(`{"v":1,"t":1,"e":"PostToolBatch","calls":[{"u":"u1","n":"Bash","in":4},{"u":"u2","c":"denied","by":"hook"}]}`)
	f.Add(`{"v":1, "t":5,"e":"St\u006fp","k":"\ud83d\ude00","x":-0}`)
	f.Fuzz(func(t *testing.T, line string) {
		a, err := ParseActivity(line)
		if err != nil {
			return
		}
		lines := a.Lines()
		var back Activity
		for i, line := range lines {
			part, err := ParseActivity(line)
			if err != nil || len(line) >= MaxActivity {
				t.Fatalf("%d bytes, %v: %s", len(line), err, line)
			}
			calls := append(back.Calls, part.Calls...)
			if i == 0 {
				back = part
			}
			back.Calls = calls
		}
		if again := back.Lines(); !reflect.DeepEqual(again, lines) {
			t.Errorf("%s\nbecame\n%s", lines, again)
		}
	})
}
