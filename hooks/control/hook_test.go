package control

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// TestOn: a function is registered for the event of the payload that it takes, for every
// event there is.
func TestOn(t *testing.T) {
	entry := On(func(_ context.Context, p hooks.PreToolUse) (Result, error) { return Deny("no " + p.ToolName), nil })
	entry.Matcher = "Bash"
	r, err := NewRegistry(nil, entry, On(func(context.Context, hooks.Stop) (Result, error) { return OK(), nil }))
	musttest.Do(t, err)
	p := newPeer(t, r)
	p.request("1", `{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}}`)
	if got := p.next(); !strings.Contains(got, "no Bash") {
		t.Errorf("got %s", got)
	}
	p.request("2", `{"subtype":"hook_callback","callback_id":"hook_0","input":{"hook_event_name":"Stop"}}`)
	if got := p.next(); !strings.Contains(got, "a payload of Stop for a function that takes PreToolUse") {
		t.Errorf("got %s", got)
	}
	if _, err := NewRegistry(nil, On[hooks.PreToolUse](nil)); err == nil {
		t.Error("a nil function is taken")
	}
	for _, event := range hooks.Events() {
		payload, err := hooks.ParsePayload([]byte(`{"hook_event_name":"` + string(event) + `","tool_name":"x","tool_input":{}}`))
		if err != nil {
			t.Fatal(event, err)
		}
		if name := reflect.TypeOf(payload).Name(); name != string(event) {
			t.Errorf("the payload of %s is a %s, which On would not register for it", event, name)
		}
	}
}
