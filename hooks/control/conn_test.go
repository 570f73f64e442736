package control

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
)

func TestRequestsAreAnswered(t *testing.T) {
	p := newPeer(t, register(t,
		func(_ context.Context, in Input, id string) (Result, error) {
			if in.Event != CanUseTool || in.ToolName != "Bash" || id != "u1" || len(in.Suggestions) != 1 {
				t.Errorf("got %+v, %q", in, id)
			}
			return AllowPermanently(in.Suggestions...), nil
		},
		on(hooks.EventPreToolUse, func(_ context.Context, in Input, id string) (Result, error) {
			payload, ok := in.Payload.(hooks.PreToolUse)
			if !ok || payload.ToolName != "Bash" || payload.SessionID != "s" || id != "u1" {
				t.Errorf("got %+v, %q", in, id)
			}
			return Deny("no"), nil
		}),
		on(hooks.EventStop, always(KeepWorking("go on"))),
	))
	p.request("a", `{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"u1","permission_suggestions":[`+
		`{"type":"later","destination":"session"},{"type":"setMode","mode":"plan","destination":"session"}]}`)
	p.want(success("a", `{"behavior":"allow","updatedInput":{"command":"ls"},"updatedPermissions":[{"type":"setMode","mode":"plan","destination":"session"}]}`))
	p.request("b", `{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{}},"tool_use_id":"u1"}`)
	p.want(denied("b", "no"))
	p.request("c", `{"subtype":"hook_callback","callback_id":"hook_1","input":{"hook_event_name":"Stop"}}`)
	p.want(success("c", `{"decision":"block","reason":"go on"}`))
}

// TestFailuresNeverAllow: whatever goes wrong is refused, or told to the client.
func TestFailuresNeverAllow(t *testing.T) {
	broken := errors.New("broken")
	fails := func(context.Context, Input, string) (Result, error) { return Allow(), broken }
	panics := func(context.Context, Input, string) (Result, error) { panic("at the disco") }
	exits := func(context.Context, Input, string) (Result, error) { runtime.Goexit(); return Allow(), nil }
	deny := func(reason string) string { return success("a", `{"behavior":"deny","message":"`+reason+`"}`) }
	guard := func(f HookFunc) Entry { return on(hooks.EventPreToolUse, f) }
	observer := func(f HookFunc) Entry { return Entry{Event: hooks.EventPreToolUse, Observer: true, Hooks: []Hook{f}} }
	prompt := `{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"UserPromptSubmit","prompt":"x"}}`
	stop := `{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"Stop"}}`
	for _, tt := range []struct {
		name       string
		permission HookFunc
		entries    []Entry
		request    string
		want       string
		warning    string
	}{
		{"permission, error", fails, nil, canUse, deny("Hook error: broken"), ""},
		{"permission, panic", panics, nil, canUse, deny("Hook error: panic: at the disco"), "conn_test.go"},
		{"permission, end", exits, nil, canUse, deny("Hook error: the hook ended its goroutine"), ""},
		{"permission, misplaced", always(OK()), nil, canUse, deny("Hook error: answer to can_use_tool: OK is not a result for this event; use Allow, AllowPermanently, Deny, DenyInterrupt"), "OK is not a result"},
		{"permission, none", nil, nil, canUse, failed("a", "no permission callback is registered"), ""},
		{"permission, no tool", always(Allow()), nil, `{"subtype":"can_use_tool"}`, deny("Hook error: a permission request without a tool or its input"), ""},
		{"permission, input of null", always(Allow()), nil, `{"subtype":"can_use_tool","tool_name":"Bash","input":null}`, deny("Hook error: a permission request without a tool or its input"), ""},
		{"guard, error", nil, []Entry{guard(fails)}, preTool, denied("a", "Hook error: broken"), ""},
		{"guard, panic", nil, []Entry{guard(panics)}, preTool, denied("a", "Hook error: panic: at the disco"), "panic: at the disco"},
		{"guard, misplaced", nil, []Entry{guard(always(KeepWorking("x")))}, preTool,
			denied("a", "Hook error: answer to PreToolUse: KeepWorking is not a result for this event; use OK, Allow, Deny, Ask, Defer, Halt"), "KeepWorking"},
		{"observer, error", nil, []Entry{observer(fails)}, preTool, failed("a", "broken"), ""},
		{"observer, panic", nil, []Entry{observer(panics)}, preTool, failed("a", "panic: at the disco"), ""},
		{"observer, misplaced", nil, []Entry{observer(always(KeepWorking("x")))}, preTool, success("a", "{}"), "KeepWorking is not a result"},
		{"stop, error", nil, []Entry{on(hooks.EventStop, fails)}, stop, failed("a", "broken"), ""},
		{"stop, misplaced", nil, []Entry{on(hooks.EventStop, always(Allow()))}, stop, success("a", "{}"), "Allow is not a result"},
		{"stop, misplaced, to block", nil, []Entry{{Event: hooks.EventStop, OnFailure: "block", Hooks: []Hook{always(Allow())}}}, stop,
			failed("a", "answer to Stop: Allow is not a result for this event; use OK, Block, KeepWorking, Halt"), ""},
		{"permission request, misplaced", nil, []Entry{on(hooks.EventPermissionRequest, always(Ask("")))},
			`{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{}}}`,
			success("a", `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Hook error: answer to PermissionRequest: Ask is not a result for this event; use OK, Allow, AllowPermanently, Deny, DenyInterrupt"}}}`), ""},
		{"permission, a question without answers", always(Allow()), nil, `{"subtype":"can_use_tool","tool_name":"AskUserQuestion","input":{}}`,
			deny(`Hook error: answer to can_use_tool: Allow for a question without answers, which the model takes for no answer; use AllowInput with \"answers\", or Deny`), "without answers"},
		{"guard, an unknown decision", nil, []Entry{guard(always(From(hooks.Result{Decision: "block"})))}, preTool,
			denied("a", `Hook error: answer to PreToolUse: unknown decision \"block\"`), "unknown decision"},
		{"guard, an output that is void", nil, []Entry{guard(always(Output(hooks.Output{Specific: hooks.PreToolUseOutput{Decision: "block"}})))}, preTool,
			denied("a", `Hook error: answer to PreToolUse: unknown decision \"block\"`), "unknown decision"},
		{"prompt, refused in other words", nil, []Entry{on(hooks.EventUserPromptSubmit, always(Deny("no secrets")))}, prompt,
			success("a", `{"decision":"block","reason":"Hook error: answer to UserPromptSubmit: Deny is not a result for this event; use OK, Block, Reject, Halt"}`), "Deny is not a result"},
		{"prompt, refused by a void output", nil, []Entry{on(hooks.EventUserPromptSubmit, always(Output(hooks.Output{Block: true, StopReason: "x"})))}, prompt,
			success("a", `{"decision":"block","reason":"Hook error: answer to UserPromptSubmit: a reason to stop without stopping"}`), "without stopping"},
		{"prompt, refused by a void result", nil, []Entry{on(hooks.EventUserPromptSubmit, always(From(hooks.Result{Decision: "block"})))}, prompt,
			success("a", `{"decision":"block","reason":"Hook error: answer to UserPromptSubmit: unknown decision \"block\""}`), "unknown decision"},
		{"prompt, an observer's refusal in other words", nil, []Entry{{Event: hooks.EventUserPromptSubmit, Observer: true, Hooks: []Hook{always(Deny("no"))}}}, prompt,
			success("a", `{}`), "Deny is not a result"},
		{"prompt, misplaced", nil, []Entry{on(hooks.EventUserPromptSubmit, always(Allow()))}, prompt, success("a", `{}`), "Allow is not a result"},
		{"an unknown hook", nil, []Entry{guard(always(Allow()))}, strings.Replace(preTool, "hook_0", "hook_9", 1), failed("a", `no hook is registered as \"hook_9\"`), ""},
		{"no hook", nil, []Entry{guard(always(Allow()))}, `{"subtype":"hook_callback"}`, failed("a", `no hook is registered as \"\"`), ""},
		{"no input", nil, []Entry{guard(always(Allow()))}, `{"subtype":"hook_callback","callback_id":"hook_0"}`, denied("a", "Hook error: hook input: byte 0: the JSON ends too early"), ""},
		{"an unknown request", always(Allow()), nil, `{"subtype":"mcp_message"}`, failed("a", `unsupported control request \"mcp_message\"`), ""},
		{"no subtype", always(Allow()), nil, `{}`, failed("a", `unsupported control request \"\"`), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPeer(t, register(t, tt.permission, tt.entries...))
			p.request("a", tt.request)
			p.want(tt.want)
			p.quiet()
			if tt.warning != "" {
				p.wantWarning(tt.warning)
			}
		})
	}
}

// TestASlowHookHoldsUpNobody, and every answer goes to its own request.
func TestASlowHookHoldsUpNobody(t *testing.T) {
	release := make(chan struct{})
	p := newPeer(t, register(t, func(_ context.Context, in Input, _ string) (Result, error) {
		command := in.ToolInput.Get("command").String()
		if command == "slow" {
			<-release
		}
		return Deny(command), nil
	}))
	ask := func(id, command string) {
		p.request(id, `{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"`+command+`"}}`)
	}
	ask("a", "slow")
	ask("b", "quick")
	p.want(success("b", `{"behavior":"deny","message":"quick"}`))
	close(release)
	p.want(success("a", `{"behavior":"deny","message":"slow"}`))
}

func TestDuplicates(t *testing.T) {
	release, started := make(chan struct{}), make(chan struct{}, 10)
	p := newPeer(t, register(t, func(context.Context, Input, string) (Result, error) {
		started <- struct{}{}
		<-release
		return Deny("once"), nil
	}))
	p.request("a", canUse)
	<-started
	p.request("a", canUse) // while it runs
	p.quiet()
	close(release)
	p.want(success("a", `{"behavior":"deny","message":"once"}`))
	p.request("a", canUse) // and afterwards
	p.quiet()
	if len(started) != 0 {
		t.Error("the hook ran twice")
	}
}

func TestMessagesArePassedOn(t *testing.T) {
	p := newPeer(t, nil, 1000)
	lines := []string{
		`{"type":"system","subtype":"init"}`,
		`not JSON`,
		`{"type":"assistant","x":1e2}`,
		`[1]`,
		`{"type":"control_request","request":{}}`,
		`{"type":"result","subtype":"success"}`,
	}
	for _, line := range lines[:3] {
		p.send("%s", line)
	}
	p.send("%s", strings.Repeat("x", 2000))
	for _, line := range lines[3:] {
		p.send("  %s \r", line)
	}
	for _, line := range lines {
		m, err := p.Receive(t.Context())
		if err != nil || string(m.Line) != line {
			t.Errorf("got %q, %v; want %q", m.Line, err, line)
		}
	}
	if p.Malformed() != 4 {
		t.Errorf("%d malformed lines", p.Malformed())
	}
	p.wantWarning("too long")
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := p.Receive(ctx); err != context.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
}

// TestTooLongLines: of a line that is no request there is nobody to tell.
func TestTooLongLines(t *testing.T) {
	p := newPeer(t, register(t, always(Allow())), 1000)
	p.send(`{"type":"assistant","request_id":"b","x":"%s"}`, strings.Repeat("x", 1000))
	p.send(`{"type":"control_request","request_id":%s}`, strings.Repeat("7", 1000))
	p.quiet()
}

func TestOwnRequests(t *testing.T) {
	r := register(t, always(Allow()), on(hooks.EventStop, ok))
	p := newPeer(t, r)
	answer := func(f func() error, wantSent, reply, wantErr string) {
		t.Helper()
		done := make(chan error)
		go func() { done <- f() }()
		p.want(wantSent)
		p.send("%s", reply)
		if err := <-done; fmt.Sprint(err) != wantErr {
			t.Errorf("got %v, want %s", err, wantErr)
		}
	}
	answer(func() error {
		v, err := p.Initialize(t.Context())
		if v.Raw() != `{"commands":[]}` {
			t.Errorf("got %s", v.Raw())
		}
		return err
	}, `{"type":"control_request","request_id":"req_1","request":{"subtype":"initialize","hooks":{"Stop":[{"matcher":null,"hookCallbackIds":["hook_0"],"timeout":60}]}}}`,
		success("req_1", `{"commands":[]}`), "<nil>")
	answer(func() error { return p.Interrupt(t.Context()) },
		`{"type":"control_request","request_id":"req_2","request":{"subtype":"interrupt"}}`, success("req_2", `{}`), "<nil>")
	answer(func() error { return p.SetPermissionMode(t.Context(), "plan") },
		`{"type":"control_request","request_id":"req_3","request":{"subtype":"set_permission_mode","mode":"plan"}}`,
		failed("req_3", "no such mode"), "set_permission_mode: the client refuses: no such mode")
	p.send("%s", success("req_99", "{}"))
	p.send("%s", success("req_2", "{}")) // again
	p.wantWarning("was not made")

	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error)
	go func() { done <- p.Interrupt(ctx) }()
	p.next()
	cancel(errors.New("changed my mind"))
	if err := <-done; err == nil || !strings.Contains(err.Error(), "changed my mind") {
		t.Errorf("got %v", err)
	}
	p.send("%s", success("req_4", "{}")) // nobody waits any more
	p.quiet()

	go func() { done <- p.Prompt("say \"hi\"\n<&>") }()
	sent := p.next()
	uuid := value(t, sent).Get("uuid").String()
	if want := `{"type":"user","uuid":"` + uuid + `","session_id":"","message":{"role":"user","content":"say \"hi\"\n<&>"},"parent_tool_use_id":null}`; uuid == "" || sent != want {
		t.Errorf("got %s", sent)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestHandshakeIsChecked: a client that does not do what the hooks rely on is no
// client to go on with.
func TestHandshakeIsChecked(t *testing.T) {
	guard := Entry{Event: hooks.EventPreToolUse, Hooks: []Hook{always(OK())}}
	blocking := guard
	blocking.OnFailure = "block"
	for _, tt := range []struct {
		name    string
		entries []Entry
		info    string
		want    string
	}{
		{"an old client", []Entry{guard}, `{}`, ""},
		{"no hooks", nil, `{"hooks_applied":false}`, ""},
		{"hooks that are taken", []Entry{guard}, `{"hooks_applied":true}`, ""},
		{"hooks that are not taken", []Entry{guard}, `{"hooks_applied":false}`, "has not accepted the hooks"},
		{"OnFailure", []Entry{guard, blocking}, `{"hook_on_failure_supported":true}`, ""},
		{"OnFailure and an old client", []Entry{guard, blocking}, `{}`, "too old for OnFailure"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPeer(t, register(t, nil, tt.entries...))
			done := make(chan error)
			go func() { _, err := p.Initialize(t.Context()); done <- err }()
			p.next()
			p.send("%s", success("req_1", tt.info))
			if err := <-done; (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestRecent(t *testing.T) {
	var r recent
	for i := range remembered + 10 {
		r.add(fmt.Sprint(i))
		r.add(fmt.Sprint(i))
	}
	if r.has("9") || !r.has("10") || !r.has(fmt.Sprint(remembered+9)) || len(r.ids) != remembered || len(r.order) != remembered {
		t.Errorf("%d ids, %d in order", len(r.ids), len(r.order))
	}
}
