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

func TestMatchers(t *testing.T) {
	for _, m := range []string{
		"", "*", "Bash", "Bash|Edit", "Bash, Edit", "AskUserQuestion|", "mcp__.*", "^(?!AskUserQuestion$).*", "(?<=x)y", `(?<name>Ask)\k<name>`,
		`(a)\1`, `\/`, "(AskUserQuestion|mcp__.*__AskUserQuestion)", "[^x]", `\d+`, `a{2,3}`, "!Bash",
		`\u0041sk.*`, "[^]x", "[]", ".{1,2000}", `[\b]`, `\e`, "(?i:ask)", "(?i-s:ask)", "(?-i:ask)", "a{,3}", "a{2", "]}", `\k<name`, `\Qa\E`, "(?=a)*", "a+?", "()",
		"[a-z-9]", `[\d-a]`, "a{2}?", "(?:a|)", `\cA`, "é+", "(?<é>x)",
	} {
		if err := checkMatcher(m); err != nil {
			t.Errorf("%q: %v", m, err)
		}
	}
	for _, m := range []string{"AskUserQuestion(", "[a", "*Bash*", "a**", "(?i)ask", "(?P<n>x)", `x\`, `(?<n>x)\k<name>`, `(?<n>x)\k`, "(?U)Bash", "(?>a)", "(?#a)b", "(?'n'a)", "(?<1>a)",
		"a{3,2}", "[z-a]", "a)", "(", "(?", "|*", "^*", `\b+`, "(?<=a)*", "{2}a|", "a{2}{3}", "a???", "(?ii:a)", "(?i-i:a)", "(?-:a)", "(?:",
	} {
		if err := checkMatcher(m); err == nil {
			t.Errorf("%q is taken", m)
		}
	}
}

// TestMatchersThatMissTheirMark are taken, with a warning.
func TestMatchersThatMissTheirMark(t *testing.T) {
	for m, want := range map[string]string{
		"mcp__server": "mcp__server__.*", "Bash|mcp__a, mcp__b__c": "mcp__a__.*", "Bash(git *)": "not a permission rule", "Bash(npm test:*)": "not a permission rule",
		"Bash": "", "mcp__server__tool": "", "mcp__server__.*": "", "Edit|Write": "", "(Bash|Edit)": "", "Bash(?!x)": "", "Notebook(Edit|Read)": "", "": "",
	} {
		r, err := NewRegistry(nil, Entry{Event: hooks.EventPreToolUse, Matcher: m, Hooks: []Hook{HookFunc(ok)}})
		if err != nil {
			t.Errorf("%s: %v", m, err)
			continue
		}
		if got := strings.Join(r.Warnings(), "\n"); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: warned of %q", m, got)
		}
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

// TestCheckMode: a mode that no flag says is warned of where the callback is not asked.
func TestCheckMode(t *testing.T) {
	with, err := NewRegistry(HookFunc(ok))
	musttest.Do(t, err)
	without, err := NewRegistry(nil)
	musttest.Do(t, err)
	for _, tt := range []struct{ mode, args, want string }{
		{"default", "", ""},
		{"plan", "", ""},
		{"dontAsk", "", "permission mode dontAsk, from the settings: the permission callback is not asked about anything"},
		{"dontAsk", "--permission-mode plan", "permission mode dontAsk, from the settings: the permission callback is not asked about anything"},
		{"dontAsk", "--permission-mode dontAsk", ""},
		{"bypassPermissions", "", "permission mode bypassPermissions, from the settings: the permission callback is only asked about AskUserQuestion"},
		{"bypassPermissions", "--dangerously-skip-permissions", ""},
	} {
		args := strings.Fields(tt.args)
		if got := with.checkMode(tt.mode, args); got != tt.want {
			t.Errorf("%s %s: %q, want %q", tt.mode, tt.args, got, tt.want)
		}
		if got := without.checkMode(tt.mode, args); got != "" {
			t.Errorf("%s without a callback: %q", tt.mode, got)
		}
	}
}

func TestCheck(t *testing.T) {
	with, err := NewRegistry(HookFunc(ok))
	musttest.Do(t, err)
	without, err := NewRegistry(nil, Entry{Event: hooks.EventStop, Hooks: []Hook{HookFunc(ok)}})
	musttest.Do(t, err)
	for _, tt := range []struct {
		args string
		want string // of all warnings; "!" before an error
	}{
		{"", ""},
		{"--model opus -p", ""},
		{"--permission-prompt-tool mcp__a__b", "!a permission callback and --permission-prompt-tool cannot both be set"},
		{"--permission-prompt-tool=stdio", "!a permission callback and --permission-prompt-tool cannot both be set"},
		{"-- --permission-prompt-tool x", ""},
		{"--dangerously-skip-permissions", "--dangerously-skip-permissions: the permission callback is only asked about AskUserQuestion"},
		{"--permission-mode bypassPermissions", "--permission-mode bypassPermissions: the permission callback is only asked about AskUserQuestion"},
		{"--permission-mode=dontAsk", "--permission-mode dontAsk: the permission callback is not asked about anything"},
		{"--permission-mode plan", ""},
		{"--permission-mode dontAsk hello", "--permission-mode dontAsk: the permission callback is not asked about anything"},
		{"--permission-prompts none", "--permission-prompts none: the permission callback is not asked about anything"},
		{"--permission-prompts host", ""},
		{"--bare", "--bare: the client offers no AskUserQuestion"},
		{"--allowedTools Bash(git *) AskUserQuestion --model x", "--allowedTools: the permission callback is not asked about Bash(git *)"},
		{"--allowedTools Bash(ls:*", ""},
		{"--allowedTools Bash(x)y,(Bash),(*),*", ""},
		{"--allowedTools mcp__a__*", "--allowedTools: the permission callback is not asked about mcp__a__*"},
		{"--allowed-tools=Read,AskUserQuestion,Edit", "--allowed-tools: the permission callback is not asked about Edit; --allowed-tools: the permission callback is not asked about Read"},
	} {
		args := strings.Fields(tt.args)
		for i := 0; i+1 < len(args); i++ {
			if args[i] == "Bash(git" {
				args = slices.Replace(args, i, i+2, "Bash(git *)")
			}
		}
		warnings, err := with.Check(args)
		got := strings.Join(warnings, "; ")
		if err != nil {
			got = "!" + err.Error()
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.args, got, tt.want)
		}
		if warnings, err := without.Check(args); err != nil || warnings != nil {
			t.Errorf("without a callback: %q, %v", warnings, err)
		}
	}
}

func TestArgv(t *testing.T) {
	with, err := NewRegistry(HookFunc(ok))
	musttest.Do(t, err)
	const protocol = "--print --input-format=stream-json --output-format=stream-json --verbose"
	for _, tt := range []struct {
		options Options
		want    string
	}{
		{Options{}, "claude " + protocol},
		{Options{Registry: with}, "claude " + protocol + " --permission-prompt-tool=stdio"},
		{Options{Client: []string{"x", "y"}, Args: []string{"--model", "m"}}, "x y --model m " + protocol},
		{Options{Args: []string{"--output-format", "text", "--", "-z"}}, "claude --output-format text " + protocol + " -- -z"},
	} {
		if got := strings.Join(tt.options.Argv(), " "); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
