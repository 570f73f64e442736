package control

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func ok(context.Context, Input, string) (Result, error) { return OK(), nil }

func TestRegistryWire(t *testing.T) {
	var missing *Registry
	if missing.Wire().Kind() != hooks.Absent || missing.CanUseTool() != nil || missing.Warnings() != nil {
		t.Error("a nil registry is not empty")
	}
	if hook, _, ok := missing.Lookup("hook_0"); ok || hook != nil {
		t.Error("a nil registry has a hook")
	}
	empty, err := NewRegistry(HookFunc(ok))
	if err != nil || empty.Wire().Kind() != hooks.Absent || empty.CanUseTool() == nil {
		t.Errorf("got %s, %v", empty.Wire().Raw(), err)
	}
	hook := HookFunc(ok)
	r, err := NewRegistry(nil,
		Entry{Event: hooks.EventPreToolUse, Matcher: "AskUserQuestion", Timeout: 30 * time.Second, Hooks: []Hook{hook, hook}},
		Entry{Event: hooks.EventStop, Hooks: []Hook{hook}, Timeout: 1500 * time.Millisecond, Observer: true},
		Entry{Event: hooks.EventPreToolUse, Hooks: []Hook{hook}, OnFailure: "block"},
	)
	musttest.Do(t, err)
	const want = `{"PreToolUse":[{"matcher":"AskUserQuestion","hookCallbackIds":["hook_0","hook_1"],"timeout":30},` +
		`{"matcher":null,"hookCallbackIds":["hook_3"],"timeout":60,"onFailure":"block"}],` +
		`"Stop":[{"matcher":null,"hookCallbackIds":["hook_2"],"timeout":1.5}]}`
	if got := r.Wire().Raw(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if _, entry, ok := r.Lookup("hook_2"); !ok || entry.Event != hooks.EventStop || !entry.Observer {
		t.Errorf("hook_2: %+v, %v", entry, ok)
	}
	for _, id := range []string{"hook_4", "", "hook_00"} {
		if _, _, ok := r.Lookup(id); ok {
			t.Errorf("%q is found", id)
		}
	}
}

func TestRegistryRefuses(t *testing.T) {
	hook := []Hook{HookFunc(ok)}
	fine := Entry{Event: hooks.EventStop, Hooks: hook}
	for _, tt := range []struct {
		name  string
		entry Entry
		want  string
	}{
		{"an unknown event", Entry{Event: "PreTooluse", Hooks: hook}, "entry 2 (PreTooluse): no event has this name"},
		{"no event", Entry{Hooks: hook}, "no event has this name"},
		{"a negative time", Entry{Event: hooks.EventStop, Hooks: hook, Timeout: -time.Second}, "entry 2 (Stop): negative time-out -1s"},
		{"an empty list", Entry{Event: hooks.EventStop}, "entry 2 (Stop): no hooks"},
		{"a nil hook", Entry{Event: hooks.EventStop, Hooks: []Hook{hook[0], nil}}, "entry 2 (Stop): hook 2 is nil"},
		{"a nil function", Entry{Event: hooks.EventStop, Hooks: []Hook{HookFunc(nil)}}, "hook 1 is nil"},
		{"a nil observer", Observe(nil), "entry 2 (PostToolUse): no hooks"},
		{"a bad matcher", Entry{Event: hooks.EventPreToolUse, Matcher: "Bash(", Hooks: hook}, `entry 2 (PreToolUse): matcher "Bash(": `},
		{"a flag of Go", Entry{Event: hooks.EventPreToolUse, Matcher: "(?i)bash", Hooks: hook}, "not a JavaScript regular expression"},
		{"onFailure", Entry{Event: hooks.EventPreToolUse, OnFailure: "deny", Hooks: hook}, `onFailure is "block" or empty, not "deny"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := NewRegistry(nil, fine, tt.entry)
			if err == nil || r != nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	if _, err := NewRegistry(HookFunc(nil)); err == nil {
		t.Error("a nil permission function is taken")
	}
	_, err := NewRegistry(nil, Entry{}, Entry{Event: hooks.EventStop})
	if err == nil || !strings.Contains(err.Error(), "entry 1") || !strings.Contains(err.Error(), "entry 2") {
		t.Errorf("not both entries are named: %v", err)
	}
}

func TestRegistryWarns(t *testing.T) {
	hook := []Hook{HookFunc(ok)}
	var seen []string
	observe := Observe(func(tool string, input, response hooks.Value) { seen = append(seen, tool+input.Raw()+response.Raw()) })
	r, err := NewRegistry(nil, observe, observe, Entry{Event: hooks.EventStop, Matcher: "x", OnFailure: "block", Hooks: hook})
	musttest.Do(t, err)
	want := []string{"entry 3 (Stop): the client ignores the matcher of this event", "entry 3 (Stop): the client ignores OnFailure at this event", "ToolCallback is deprecated: register a Hook for PostToolUse"}
	if got := r.Warnings(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	in, err := hookInput(value(t, `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"a":1},"tool_response":[2]}`))
	musttest.Do(t, err)
	h, _, _ := r.Lookup("hook_0")
	if result, err := h.Call(t.Context(), in, "u1"); err != nil || result.kind != kindOK {
		t.Errorf("got %+v, %v", result, err)
	}
	if !slices.Equal(seen, []string{`Bash{"a":1}[2]`}) {
		t.Errorf("seen %q", seen)
	}
}
