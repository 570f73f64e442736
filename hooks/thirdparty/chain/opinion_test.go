package chain

import (
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/must"
)

const (
	asked  = `"questions":[{"question":"Q?","options":[{"label":"a"},{"label":"b"}]}]`
	answer = `"updatedInput":{` + asked + `,"answers":{"Q?":"a"}}`
)

func pre(members string) string {
	return `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` + members + `}}`
}

func TestOpinionBeforeTheTool(t *testing.T) {
	full := pre(`"permissionDecision":"allow",` + answer)
	for _, c := range []struct {
		name   string
		out    Output
		want   hooks.Decision
		input  bool
		reason string // of a refusal
		fault  bool
	}{
		// Each line was tried on Claude Code 2.1.329.
		{name: "answers", out: Output{Stdout: []byte(full)}, want: hooks.Allow, input: true},
		{name: "answers and fails", out: Output{Stdout: []byte(full), Exit: 1}, want: hooks.Allow, input: true},
		{name: "exit status 2", out: Output{Stdout: []byte(full), Stderr: []byte("no\n"), Exit: 2}, want: hooks.Deny, reason: "no"},
		{name: "exit status 2 alone", out: Output{Exit: 2}, want: hooks.Deny},
		{name: "exit status 2 and a reason of its own", out: Output{Stdout: []byte(`{"decision":"block","reason":"mine"}`), Stderr: []byte("no"), Exit: 2}, want: hooks.Deny, reason: "mine"},
		{name: "space around", out: Output{Stdout: []byte("\n  " + full + "\n\n")}, want: hooks.Allow, input: true},
		{name: "byte order mark", out: Output{Stdout: []byte("\xef\xbb\xbf" + full)}, want: hooks.Allow, input: true},
		{name: "text behind", out: Output{Stdout: []byte(full + "\nlog")}, fault: true},
		{name: "text before", out: Output{Stdout: []byte("log\n" + full)}},
		{name: "twice", out: Output{Stdout: []byte(full + "\n" + full)}, fault: true},
		{name: "no event name", out: Output{Stdout: []byte(`{"hookSpecificOutput":{"permissionDecision":"deny"}}`)}, fault: true},
		{name: "wrong event name", out: Output{Stdout: []byte(strings.Replace(full, "PreToolUse", "PostToolUse", 1))}, fault: true},
		{name: "unknown decision", out: Output{Stdout: []byte(pre(`"permissionDecision":"Allow",` + answer))}, fault: true},
		{name: "null decision", out: Output{Stdout: []byte(pre(`"permissionDecision":null,` + answer))}, fault: true},
		{name: "flat", out: Output{Stdout: []byte(`{"permissionDecision":"deny"}`)}},
		{name: "approve", out: Output{Stdout: []byte(`{"decision":"approve"}`)}, want: hooks.Allow},
		{name: "block", out: Output{Stdout: []byte(`{"decision":"block","reason":"no"}`)}, want: hooks.Deny, reason: "no"},
		{name: "approve with input", out: Output{Stdout: []byte(`{"decision":"approve",` + pre(answer)[1:])}, want: hooks.Allow, input: true},
		{name: "block beside allow", out: Output{Stdout: []byte(`{"decision":"block","reason":"no",` + full[1:])}, want: hooks.Deny, reason: "no", input: true},
		{name: "approve beside deny", out: Output{Stdout: []byte(`{"decision":"approve",` + pre(`"permissionDecision":"deny","permissionDecisionReason":"no"`)[1:])}, want: hooks.Deny, reason: "no"},
		{name: "unknown old decision", out: Output{Stdout: []byte(`{"decision":"ask"}`)}, fault: true},
		{name: "input is text", out: Output{Stdout: []byte(pre(`"permissionDecision":"allow","updatedInput":"x"`))}, fault: true},
		{name: "input is null", out: Output{Stdout: []byte(pre(`"permissionDecision":"allow","updatedInput":null`))}, fault: true},
		{name: "reason is a number", out: Output{Stdout: []byte(pre(`"permissionDecision":"deny","permissionDecisionReason":5`))}, fault: true},
		{name: "message is a number", out: Output{Stdout: []byte(`{"systemMessage":5,` + full[1:])}, fault: true},
		{name: "suppressOutput is text", out: Output{Stdout: []byte(`{"suppressOutput":"yes",` + full[1:])}, fault: true},
		{name: "async", out: Output{Stdout: []byte(`{"async":true,` + full[1:])}},
		{name: "async and exit status 2", out: Output{Stdout: []byte(`{"async":true}`), Stderr: []byte("no"), Exit: 2}},
		{name: "twice in one object", out: Output{Stdout: []byte(pre(`"permissionDecision":"deny","permissionDecision":"allow",` + answer))}, want: hooks.Allow, input: true},
		{name: "array", out: Output{Stdout: []byte("[" + full + "]")}},
		{name: "plain text", out: Output{Stdout: []byte("hello")}},
		{name: "nothing", out: Output{}},
		{name: "fails", out: Output{Exit: 1}, fault: true},
		{name: "killed", out: Output{Exit: -1}, fault: true},
		{name: "not started", out: Output{Exit: -1, Fault: "no such file"}, fault: true},
		{name: "trailing comma", out: Output{Stdout: []byte(strings.TrimSuffix(full, "}") + ",}")}, fault: true},
		{name: "defers", out: Output{Stdout: []byte(pre(`"permissionDecision":"defer"`))}, want: hooks.Defer},
		{name: "unknown members", out: Output{Stdout: []byte(`{"x":1,` + pre(`"y":2,"permissionDecision":"ask"`)[1:])}, want: hooks.Ask},
	} {
		o := c.out.Opinion(hooks.EventPreToolUse)
		if o.Decision != c.want || (o.Input.Kind() == hooks.Object) != c.input || o.Reason != c.reason || (o.Fault != "") != c.fault {
			t.Errorf("%s: got %+v", c.name, o)
		}
	}
}

func TestOpinionAtOtherEvents(t *testing.T) {
	asking := func(d string) string {
		return `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":` + d + `}}`
	}
	for _, c := range []struct {
		event hooks.Event
		out   Output
		want  Opinion
	}{
		{hooks.EventPermissionRequest, Output{Stdout: []byte(asking(`{"behavior":"deny","message":"no"}`))}, Opinion{Decision: hooks.Deny, Reason: "no"}},
		{hooks.EventPermissionRequest, Output{Stdout: []byte(asking(`{"behavior":"allow"}`))}, Opinion{Decision: hooks.Allow}},
		{hooks.EventPermissionRequest, Output{Stdout: []byte(asking(`{"behavior":"ask"}`))}, Opinion{Fault: `hook output for PermissionRequest: the client does not accept "behavior" with the value "ask"`}},
		{hooks.EventPermissionRequest, Output{Exit: 2, Stderr: []byte("no")}, Opinion{Fault: "hook for PermissionRequest ended with status 2, which refuses nothing there: no"}},
		{hooks.EventPostToolUse, Output{Exit: 2, Stderr: []byte("look\n")}, Opinion{Decision: hooks.Deny, Reason: "look"}},
		{hooks.EventPostToolUseFailure, Output{Exit: 2, Stderr: []byte("look\n")}, Opinion{Decision: hooks.Deny, Reason: "look"}},
		{hooks.EventPostToolUseFailure, Output{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"c"}}`)}, Opinion{Context: "c"}},
		{hooks.EventPostToolUse, Output{Stdout: []byte(`{"continue":false,"stopReason":"x","systemMessage":"m"}`)}, Opinion{Stop: true, StopReason: "x", Message: "m"}},
	} {
		if got := c.out.Opinion(c.event); got != c.want {
			t.Errorf("%s %s: got %+v, want %+v", c.event, c.out.Stdout, got, c.want)
		}
	}
	if o := (Output{Stdout: []byte(asking(`{"behavior":"allow","updatedInput":{"a":1}}`))}).Opinion(hooks.EventPermissionRequest); o.Input.Raw() != `{"a":1}` {
		t.Errorf("got %+v", o)
	}
	if (Opinion{Stop: true}).None() || !(Opinion{Message: "m", Context: "c", Reason: "r"}).None() {
		t.Error("what leaves a call as it is, and what does not")
	}
	o := Output{Stdout: []byte(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c","updatedToolOutput":{"answers":{}}}}`)}.Opinion(hooks.EventPostToolUse)
	if o.Context != "c" || o.Result.Raw() != `{"answers":{}}` || o.None() {
		t.Errorf("got %+v", o)
	}
}

func TestAnswers(t *testing.T) {
	for input, want := range map[string][2]bool{
		`{` + asked + `,"answers":{"Q?":"a"}}`:        {true, true},
		`{` + asked + `,"answers":{"Q?":["a","b"]}}`:  {true, true},
		`{` + asked + `,"answers":{"Q?":""}}`:         {false, true},
		`{` + asked + `,"answers":{"other":"a"}}`:     {false, true},
		`{` + asked + `,"answers":{}}`:                {false, true},
		`{` + asked + `}`:                             {false, true},
		`{` + asked + `,"answers":null}`:              {false, false},
		`{` + asked + `,"answers":["a"]}`:             {false, false},
		`{"answers":{"Q?":"a"}}`:                      {false, false},
		`{"questions":[],"answers":{"Q?":"a"}}`:       {false, false},
		`{"questions":[1,{}],"answers":{"":"a"}}`:     {true, true}, // the client refuses it in the end; nothing worse
		`{"questions":"Q?","answers":{"Q?":"a"}}`:     {false, false},
		`{"questions":[{"question":"Q?"}],"extra":1}`: {false, true},
	} {
		v, err := hooks.Parse(input)
		must.Do(t, err)
		if answered, ok := Answers(v); answered != want[0] || ok != want[1] {
			t.Errorf("%s: got %v, %v", input, answered, ok)
		}
	}
}
