package conflict

import (
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

const (
	twoOptions = `"questions":[{"question":"Q?","options":[{"label":"a"},{"label":"b"}]}]`
	answer     = `"updatedInput":{` + twoOptions + `,"answers":{"Q?":"a"}}`
)

func atCall(members string) string {
	return `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + members + `}}`
}

// TestEffectBeforeTheTool: each line was tried on Claude Code 2.1.329.
func TestEffectBeforeTheTool(t *testing.T) {
	full := atCall(`"permissionDecision":"allow",` + answer)
	for _, c := range []struct {
		name  string
		left  hooks.Exit
		fault string
		want  hooks.Decision
		input bool
		fails bool
	}{
		{"answers", hooks.Exit{Stdout: []byte(full)}, "", hooks.Allow, true, false},
		{"answers and fails", hooks.Exit{Stdout: []byte(full), Status: 1}, "", hooks.Allow, true, false},
		{"exit status 2", hooks.Exit{Stdout: []byte(full), Stderr: []byte("no\n"), Status: 2}, "", hooks.Deny, false, false},
		{"exit status 2 alone", hooks.Exit{Status: 2}, "", hooks.Deny, false, false},
		{"exit status 2 and a reason of its own", hooks.Exit{Stdout: []byte(`{"decision":"block","reason":"mine"}`), Stderr: []byte("no"), Status: 2}, "", hooks.Deny, false, false},
		{"space around", hooks.Exit{Stdout: []byte("\n  " + full + "\n\n")}, "", hooks.Allow, true, false},
		{"byte order mark", hooks.Exit{Stdout: []byte("\xef\xbb\xbf" + full)}, "", hooks.Allow, true, false},
		{"text behind", hooks.Exit{Stdout: []byte(full + "\nlog")}, "", "", false, true},
		{"text before", hooks.Exit{Stdout: []byte("log\n" + full)}, "", "", false, false},
		{"twice", hooks.Exit{Stdout: []byte(full + "\n" + full)}, "", "", false, true},
		{"no event name", hooks.Exit{Stdout: []byte(`{"hookSpecificOutput":{"permissionDecision":"deny"}}`)}, "", "", false, true},
		{"wrong event name", hooks.Exit{Stdout: []byte(strings.Replace(full, "PreToolUse", "PostToolUse", 1))}, "", "", false, true},
		{"unknown decision", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":"Allow",` + answer))}, "", "", false, true},
		{"null decision", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":null,` + answer))}, "", "", false, true},
		{"flat", hooks.Exit{Stdout: []byte(`{"permissionDecision":"deny"}`)}, "", "", false, false},
		{"approve", hooks.Exit{Stdout: []byte(`{"decision":"approve"}`)}, "", hooks.Allow, false, false},
		{"block", hooks.Exit{Stdout: []byte(`{"decision":"block","reason":"no"}`)}, "", hooks.Deny, false, false},
		{"approve with input", hooks.Exit{Stdout: []byte(`{"decision":"approve",` + atCall(answer)[1:])}, "", hooks.Allow, true, false},
		{"block beside allow", hooks.Exit{Stdout: []byte(`{"decision":"block","reason":"no",` + full[1:])}, "", hooks.Deny, true, false},
		{"approve beside deny", hooks.Exit{Stdout: []byte(`{"decision":"approve",` + atCall(`"permissionDecision":"deny","permissionDecisionReason":"no"`)[1:])}, "", hooks.Deny, false, false},
		{"unknown old decision", hooks.Exit{Stdout: []byte(`{"decision":"ask"}`)}, "", "", false, true},
		{"input is text", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":"allow","updatedInput":"x"`))}, "", "", false, true},
		{"input is null", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":"allow","updatedInput":null`))}, "", "", false, true},
		{"reason is a number", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":"deny","permissionDecisionReason":5`))}, "", "", false, true},
		{"message is a number", hooks.Exit{Stdout: []byte(`{"systemMessage":5,` + full[1:])}, "", "", false, true},
		{"suppressOutput is text", hooks.Exit{Stdout: []byte(`{"suppressOutput":"yes",` + full[1:])}, "", "", false, true},
		{"async", hooks.Exit{Stdout: []byte(`{"async":true,` + full[1:])}, "", "", false, false},
		{"async and exit status 2", hooks.Exit{Stdout: []byte(`{"async":true}`), Stderr: []byte("no"), Status: 2}, "", "", false, false},
		{"twice in one object", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":"deny","permissionDecision":"allow",` + answer))}, "", hooks.Allow, true, false},
		{"array", hooks.Exit{Stdout: []byte("[" + full + "]")}, "", "", false, false},
		{"plain text", hooks.Exit{Stdout: []byte("hello")}, "", "", false, false},
		{"nothing", hooks.Exit{}, "", "", false, false},
		{"fails", hooks.Exit{Status: 1}, "", "", false, true},
		{"killed", hooks.Exit{Status: -1}, "", "", false, true},
		{"not started", hooks.Exit{Status: -1}, "no such file", "", false, true},
		{"trailing comma", hooks.Exit{Stdout: []byte(strings.TrimSuffix(full, "}") + ",}")}, "", "", false, true},
		{"defers", hooks.Exit{Stdout: []byte(atCall(`"permissionDecision":"defer"`))}, "", hooks.Defer, false, false},
		{"unknown members", hooks.Exit{Stdout: []byte(`{"x":1,` + atCall(`"y":2,"permissionDecision":"ask"`)[1:])}, "", hooks.Ask, false, false},
	} {
		e := EffectOf(hooks.EventPreToolUse, c.left, c.fault)
		if e.Decision != c.want || (e.Input != Kept) != c.input || (e.Fault != "") != c.fails {
			t.Errorf("%s: got %+v", c.name, e)
		}
	}
}

// TestLeavesSome: a hook that does something with all questions leaves none, and one that does nothing is no matter.
func TestLeavesSome(t *testing.T) {
	t.Parallel()
	deny, silent := Effect{Decision: hooks.Deny}, Effect{}
	for _, c := range []struct {
		conflict Conflict
		want     bool
	}{
		{Conflict{Verdict: Denies, Effects: []Effect{deny, silent}}, true},
		{Conflict{Verdict: Denies, Effects: []Effect{deny, deny}}, false},
		{Conflict{Verdict: Silent, Effects: []Effect{silent, silent}}, false},
		{Conflict{Verdict: Denies}, false},
	} {
		if got := c.conflict.LeavesSome(); got != c.want {
			t.Errorf("%s %+v: got %v", c.conflict.Verdict, c.conflict.Effects, got)
		}
	}
}

func TestEffectAtOtherEvents(t *testing.T) {
	asking := func(d string) []byte {
		return []byte(`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":` + d + `}}`)
	}
	for _, c := range []struct {
		event hooks.Event
		left  hooks.Exit
		want  Effect
	}{
		{hooks.EventPermissionRequest, hooks.Exit{Stdout: asking(`{"behavior":"deny","message":"no"}`)}, Effect{Decision: hooks.Deny}},
		{hooks.EventPermissionRequest, hooks.Exit{Stdout: asking(`{"behavior":"allow"}`)}, Effect{Decision: hooks.Allow}},
		{hooks.EventPermissionRequest, hooks.Exit{Stdout: asking(`{"behavior":"allow","updatedInput":{"a":1}}`)}, Effect{Decision: hooks.Allow, Input: Invalid}},
		{hooks.EventPermissionRequest, hooks.Exit{Stdout: asking(`{"behavior":"ask"}`)}, Effect{Fault: `hook output for PermissionRequest: the client does not accept "behavior" with the value "ask"`}},
		{hooks.EventPermissionRequest, hooks.Exit{Status: 2, Stderr: []byte("no")}, Effect{Fault: "hook for PermissionRequest ended with status 2, which refuses nothing at this event: no"}},
		{hooks.EventPostToolUse, hooks.Exit{Status: 2, Stderr: []byte("look\n")}, Effect{Decision: hooks.Deny}},
		{hooks.EventPostToolUse, hooks.Exit{Stdout: []byte(`{"continue":false,"stopReason":"x","systemMessage":"m"}`)}, Effect{Stops: true}},
		{hooks.EventPostToolUse, hooks.Exit{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"answers":{}}}}`)}, Effect{Replaces: true}},
	} {
		if got := EffectOf(c.event, c.left, ""); got != c.want {
			t.Errorf("%s %s: got %+v, want %+v", c.event, c.left.Stdout, got, c.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	for input, want := range map[string][2]bool{
		`{` + twoOptions + `,"answers":{"Q?":"a"}}`:       {true, true},
		`{` + twoOptions + `,"answers":{"Q?":["a","b"]}}`: {true, true},
		`{` + twoOptions + `,"answers":{"Q?":""}}`:        {false, true},
		`{` + twoOptions + `,"answers":{"other":"a"}}`:    {false, true},
		`{` + twoOptions + `,"answers":{}}`:               {false, true},
		`{` + twoOptions + `}`:                            {false, true},
		`{` + twoOptions + `,"answers":null}`:             {false, false},
		`{` + twoOptions + `,"answers":["a"]}`:            {false, false},
		`{"answers":{"Q?":"a"}}`:                          {false, false},
		`{"questions":[],"answers":{"Q?":"a"}}`:           {false, false},
		`{"questions":[1,{}],"answers":{"":"a"}}`:         {true, true}, // the client refuses it in the end; nothing worse
		`{"questions":"Q?","answers":{"Q?":"a"}}`:         {false, false},
		`{"questions":[{"question":"Q?"}],"extra":1}`:     {false, true},
	} {
		v, err := hooks.Parse(input)
		musttest.Do(t, err)
		if answered, ok := answers(v); answered != want[0] || ok != want[1] {
			t.Errorf("%s: got %v, %v", input, answered, ok)
		}
	}
}
