package control

import (
	"strings"
	"testing"

	"neverask/hooks"
)

// deep is a value that nests deeper than the parser goes.
var deep = strings.Repeat("[", hooks.MaxDepth) + strings.Repeat("]", hooks.MaxDepth)

// TestUnreadRequestsAreRefused: the client waits for every answer, in part for
// ever, and takes an error for leave to go on.
func TestUnreadRequestsAreRefused(t *testing.T) {
	callback := func(input string) string {
		return `{"subtype":"hook_callback","callback_id":"hook_0","input":` + input + `,"tool_use_id":"u1"}`
	}
	pre := callback(`{"hook_event_name":"PreToolUse","tool_name":"mcp__x__y","tool_input":{"a":` + deep + `}}`)
	ask := `{"subtype":"can_use_tool","tool_name":"mcp__x__y","input":{"a":` + deep + `}}`
	guard := on(hooks.EventPreToolUse, always(Allow()))
	observer := guard
	observer.Observer = true
	const tooDeep, tooLong = "the request cannot be read: byte ", "the request is too long"
	for _, tt := range []struct {
		name    string
		entry   Entry
		request string
		want    string // the beginning of the answer, "" for none
	}{
		{"permission, deep", guard, ask, success("a", `{"behavior":"deny","message":"Hook error: `+tooDeep)},
		{"guard, deep", guard, pre, denied("a", "Hook error: "+tooDeep)},
		{"observer, deep", observer, pre, failed("a", tooDeep)},
		{"stop, deep", on(hooks.EventStop, always(OK())), callback(deep), failed("a", tooDeep)},
		{"an unknown hook, deep", guard, strings.Replace(pre, "hook_0", "hook_9", 1), failed("a", `no hook is registered as \"hook_9\"`)},
		{"an unknown request, deep", guard, `{"subtype":"later","x":` + deep + `}`, failed("a", `unsupported control request \"later\"`)},
		{"permission, no UTF-8", guard, `{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"` + "\xff" + `"}}`, success("a", `{"behavior":"deny","message":"Hook error: the request cannot be read`)},
		{"guard, no UTF-8", guard, callback(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + "\xff" + `"}}`), denied("a", "Hook error: the request cannot be read")},
		{"permission, long", guard, `{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"` + strings.Repeat("x", 8<<10) + `"}}`, success("a", `{"behavior":"deny","message":"Hook error: `+tooLong)},
		{"guard, long", guard, callback(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + strings.Repeat("x", 8<<10) + `"}}`), denied("a", "Hook error: "+tooLong)},
		{"no object", guard, `"x"`, failed("a", `unsupported control request \"\"`)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPeer(t, register(t, always(Allow()), tt.entry), 4<<10)
			p.request("a", tt.request)
			want := tt.want[:strings.LastIndexAny(tt.want, "abcdefghijklmnopqrstuvwxyz")+1]
			if got := p.next(); !strings.HasPrefix(got, want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			p.request("a", tt.request) // again, and it is not answered twice
			p.quiet()
		})
	}
}

// TestDeepMessages: what the model writes comes back in messages, a result among
// them, that are read nevertheless.
func TestDeepMessages(t *testing.T) {
	p := newPeer(t, nil)
	line := `{"type":"result","subtype":"success","permission_denials":[{"tool_input":{"a":` + deep + `}}],"result":"done ]\"}"}`
	p.send("%s", line)
	m, err := p.Receive(t.Context())
	if err != nil || string(m.Line) != line {
		t.Fatalf("got %q, %v", m.Line, err)
	}
	if m.Type != "result" || m.Subtype != "success" || m.Value.Get("result").String() != `done ]"}` {
		t.Errorf("got %q, %q, %s", m.Type, m.Subtype, m.Value.Raw())
	}
	// What is passed on is never a request.
	p.send(`{"type":"control_request","request":%s}`, deep)
	if m, err := p.Receive(t.Context()); err != nil || m.Type != "" {
		t.Errorf("got %q, %v", m.Type, err)
	}
	if p.Malformed() != 1 {
		t.Errorf("%d malformed lines", p.Malformed())
	}
}

func TestOutline(t *testing.T) {
	for _, tt := range []struct{ line, id, body string }{
		{`{"type":"control_request","request_id":"a","request":{"subtype":"s","callback_id":"c"}}`, "a", `{"subtype":"s","callback_id":"c"}`},
		{`{"request":{"x":{"subtype":"no"},"subtype":"s"},"request_id" : "a","type":"control_request"}`, "a", `{"subtype":"s"}`},
		{`{"type":"control_request","request_id":"a\u0062\"","request":{"subtype":"s","input":"cut of`, `ab"`, `{"subtype":"s"}`},
		{`{"type":"control_request","request_id":"a","request":["subtype","s"]}`, "a", `{}`},
		{`{"type":"control_request","request_id":"a"} {"request_id":"b"}`, "a", `{}`},
		{`{"type":"control_request","request_id":7}`, "", ""},
		{`{"type":"assistant","request_id":"a","x":{"type":"control_request"}}`, "", ""},
		{`}}{"type":"control_request","request_id":"a"}`, "", ""},
		{`"type":"control_request","request_id":"a"`, "", ""},
		{``, "", ""},
	} {
		id, body, ok := readAddress([]byte(tt.line))
		if ok != (tt.id != "") || ok && (id != tt.id || body.Raw() != tt.body) {
			t.Errorf("%s: got %q, %s, %v", tt.line, id, body.Raw(), ok)
		}
	}
}
