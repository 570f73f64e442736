package serve

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"neverask/hooks"
	"neverask/settings/musttest"
)

const bash = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls","timeout":30},"tool_use_id":"u"}`

func payload(event hooks.Event) string {
	return strings.Replace(bash, "PreToolUse", string(event), 1)
}

// unchecked is a reply of somebody else's making.
type unchecked hooks.Output

func (u unchecked) Native(hooks.Event, hooks.Value) (hooks.Output, error) {
	return hooks.Output(u), nil
}

func replying(reply hooks.Reply, err error) func(context.Context, hooks.Payload) (hooks.Reply, error) {
	return func(context.Context, hooks.Payload) (hooks.Reply, error) { return reply, err }
}

func TestRun(t *testing.T) {
	boom := errors.New("boom")
	crash := func(context.Context, hooks.PreToolUse) (hooks.Reply, error) { panic("at the disco") }
	stop := func(context.Context, hooks.Stop) (hooks.Reply, error) {
		return hooks.Output{Block: true, Reason: "go on"}, nil
	}
	update, err := hooks.Parse(`{"command":"pwd"}`)
	musttest.Do(t, err)
	const specific = `{"hookSpecificOutput":{"hookEventName":"PreToolUse",`
	for _, tt := range []struct {
		name           string
		stdin          string
		handlers       []Handler
		stdout, stderr string
		status         int
	}{
		{"no handler", bash, nil, "", "", 0},
		{"no handler for the event", bash, []Handler{On(stop)}, "", "", 0},
		{"the handler for the event", payload("Stop"), []Handler{On(crash), On(stop)}, `{"decision":"block","reason":"go on"}`, "", 0},
		{"no reply", bash, []Handler{Guard(replying(nil, nil))}, "", "", 0},
		{"a result", bash, []Handler{On(replying(hooks.Result{Decision: hooks.Allow, UpdatedInput: update}, nil))},
			specific + `"permissionDecision":"allow","updatedInput":{"command":"pwd","timeout":30}}}`, "", 0},
		{"results", bash, []Handler{On(replying(hooks.Result{Decision: hooks.Allow, Message: "fine"}, nil)), Guard(replying(hooks.Result{Decision: hooks.Deny, Message: "no"}, nil))},
			specific + `"permissionDecision":"deny","permissionDecisionReason":"no"}}`, "", 0},
		{"an output of another event", bash, []Handler{On(replying(hooks.Output{Specific: hooks.StopOutput{AdditionalContext: "c"}}, nil))},
			"", "Hook error: answer to PreToolUse: the output is for Stop\n", 1},
		{"an output of another event, guarded", bash, []Handler{Guard(replying(hooks.Output{Specific: hooks.StopOutput{AdditionalContext: "c"}}, nil))},
			"", "Hook error: answer to PreToolUse: the output is for Stop\n", 2},
		{"outputs", bash, []Handler{On(replying(hooks.Output{SystemMessage: "a"}, nil)), On(replying(hooks.Result{}, nil))},
			"", "Hook error: 2 replies to PreToolUse, and only results can be combined\n", 1},
		{"outputs, one of which refuses", bash, []Handler{On(replying(hooks.Output{Specific: hooks.PreToolUseOutput{Decision: hooks.Deny}}, nil)), On(replying(hooks.Result{}, nil))},
			"", "Hook error: 2 replies to PreToolUse, and only results can be combined\n", 2},
		{"an unknown decision beside a wish to ask", bash, []Handler{On(replying(hooks.Result{Decision: "yes"}, nil)), On(replying(hooks.Result{Decision: hooks.Ask}, nil))},
			"", "Hook error: combine result 1: unknown decision \"yes\"\n", 2},
		{"a reply of another type", bash, []Handler{Guard(replying(unchecked{Specific: hooks.PreToolUseOutput{Decision: "block"}}, nil))},
			"", "Hook error: answer to PreToolUse: unknown decision \"block\"\n", 2},
		{"an unknown decision among several", bash, []Handler{On(replying(hooks.Result{Decision: "yes"}, nil)), Guard(replying(hooks.Result{}, nil))},
			"", "Hook error: combine result 1: unknown decision \"yes\"\n", 2},
		{"an observer fails", bash, []Handler{On(replying(nil, boom))}, "", "Hook error: boom\n", 1},
		{"an observer fails beside a reply", bash, []Handler{On(replying(nil, boom)), On(replying(hooks.Result{Message: "m"}, nil))}, `{"systemMessage":"m"}`, "Hook error: boom\n", 0},
		{"a guard fails", bash, []Handler{Guard(replying(hooks.Result{Decision: hooks.Allow}, boom))}, "", "Hook error: boom\n", 2},
		{"a guard fails beside an allowance", bash, []Handler{On(replying(hooks.Result{Decision: hooks.Allow}, nil)), Guard(replying(nil, boom))}, "", "Hook error: boom\n", 2},
		{"a guard fails where the status means nothing", payload("PermissionRequest"), []Handler{Guard(replying(nil, boom))},
			`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Hook error: boom"}}}`, "", 0},
		{"a guard fails where nothing can be refused", payload("SessionEnd"), []Handler{Guard(replying(nil, boom))}, "", "Hook error: boom\n", 1},
		{"a panic", bash, []Handler{On(crash)}, "", "Hook error: panic: at the disco\n", 1},
		{"a panic of a guard", bash, []Handler{Guard(crash)}, "", "Hook error: panic: at the disco\n", 2},
		{"in the background", bash, []Handler{Background(1500*time.Millisecond, On(replying(hooks.Result{SystemPrompt: "c"}, nil)))},
			`{"async":true,"asyncTimeout":1500}` + "\n" + specific + `"additionalContext":"c"}}`, "", 0},
		{"in the background without a word", bash, []Handler{On(stop), Background(0, On(replying(nil, nil)))}, `{"async":true}`, "", 0},
		{"in the background for another event", bash, []Handler{Background(0, On(stop))}, "", "", 0},
		{"in the background beside a guard", bash, []Handler{Background(0, On(replying(nil, nil))), Guard(replying(hooks.Result{Decision: hooks.Deny}, nil))},
			specific + `"permissionDecision":"deny"}}`, "", 0},
		{"rubbish", "{", []Handler{On(stop)}, "", "Hook error: hook input: byte 1: expected a name in double quotes\n", 1},
		{"rubbish before a guard", "{", []Handler{On(stop), Guard(crash)}, "", "Hook error: hook input: byte 1: expected a name in double quotes\n", 2},
	} {
		exit := Run(context.Background(), strings.NewReader(tt.stdin), tt.handlers...)
		if got := strings.TrimSuffix(string(exit.Stdout), "\n"); got != tt.stdout || string(exit.Stderr) != tt.stderr || exit.Status != tt.status {
			t.Errorf("%s: got %q, %q, %d; want %q, %q, %d", tt.name, got, exit.Stderr, exit.Status, tt.stdout, tt.stderr, tt.status)
		}
	}
	exit := Run(context.Background(), iotest.ErrReader(boom), Guard(crash))
	if string(exit.Stderr) != "Hook error: read the payload: boom\n" || exit.Status != 2 {
		t.Errorf("got %+v", exit)
	}
}

func TestWithin(t *testing.T) {
	asleep := func(ctx context.Context, _ hooks.PreToolUse) (hooks.Reply, error) {
		<-ctx.Done()
		time.Sleep(time.Millisecond) // too late, whatever it replies
		return hooks.Result{Decision: hooks.Allow}, nil
	}
	deaf := func(context.Context, hooks.PreToolUse) (hooks.Reply, error) { select {} }
	for _, tt := range []struct {
		name    string
		handler Handler
		status  int
	}{
		{"an observer", Within(time.Millisecond, On(asleep)), 1},
		{"a guard", Within(time.Millisecond, Guard(asleep)), 2},
		{"a guard that does not listen", Within(time.Millisecond, Guard(deaf)), 2},
	} {
		exit := Run(context.Background(), strings.NewReader(bash), tt.handler)
		if len(exit.Stdout) != 0 || !strings.Contains(string(exit.Stderr), "no answer within 1ms") || exit.Status != tt.status {
			t.Errorf("%s: got %q, %q, %d", tt.name, exit.Stdout, exit.Stderr, exit.Status)
		}
	}
	quick := Within(time.Minute, Guard(replying(hooks.Result{Message: "m"}, nil)))
	if exit := Run(context.Background(), strings.NewReader(bash), quick); string(exit.Stdout) != "{\"systemMessage\":\"m\"}\n" || exit.Status != 0 {
		t.Errorf("in time: got %+v", exit)
	}
	if exit := Run(context.Background(), strings.NewReader(payload("Stop")), Within(time.Minute, Guard(asleep))); exit.Status != 0 || len(exit.Stderr) != 0 {
		t.Errorf("for another event: got %+v", exit)
	}
}
