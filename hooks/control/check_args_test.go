package control

import (
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

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
