package hookstate

import (
	"strings"
	"testing"

	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

func TestScriptName(t *testing.T) {
	for command, want := range map[string]string{
		"~/.claude/hooks/guard.sh --token abc": "guard.sh", "python3 ~/bin/answer.py": "answer.py", "jq .": "jq .", "KEY=abc ~/bin/x": "x", "": "a handler that runs nothing",
	} {
		c := conflict.Conflict{}
		c.Hook.Handler.Type, c.Hook.Handler.Command = "command", command
		if got := ScriptName("", c); got != want {
			t.Errorf("the name of %q is %q, want %q", command, got, want)
		}
	}
}

// TestFitCommand: the name of the script stays, and so does the beginning of what is no command.
func TestFitCommand(t *testing.T) {
	for _, tt := range []struct {
		h     config.Handler
		width int
		want  string
	}{
		{config.Handler{Type: "command", Command: "~/.claude/hooks/auto_answer.py"}, 30, "~/.claude/hooks/auto_answer.py"},
		{config.Handler{Type: "command", Command: "~/.claude/hooks/auto_answer.py"}, 24, "…/auto_answer.py"},
		{config.Handler{Type: "command", Command: "~/.claude/hooks/auto_answer.py"}, 9, "…/auto_a…"},
		{config.Handler{Type: "command", Command: "prettier --write"}, 9, "prettier…"},
		{config.Handler{Type: "http", URL: "https://hooks.example/edit"}, 12, "http https:…"},
	} {
		if got := FitCommand(HookName("", tt.h), tt.h, tt.width); got != tt.want {
			t.Errorf("%+v in %d: %q, want %q", tt.h, tt.width, got, tt.want)
		}
	}
}

// TestNamesOfHooks: what is no command says so, and nothing of a file reaches the terminal.
func TestNamesOfHooks(t *testing.T) {
	for _, tt := range []struct {
		h    config.Handler
		want string
	}{
		{config.Handler{Type: "command", Command: "/home/me/x.sh\x1b[2J"}, "~/x.sh"},
		{config.Handler{Type: "command"}, "runs nothing"},
		{config.Handler{Type: "prompt", Prompt: "Is it safe?"}, "prompt Is it safe?"},
	} {
		if got := HookName("/home/me", tt.h); !strings.HasPrefix(got, tt.want) || strings.Contains(got, "\x1b") {
			t.Errorf("%+v: %q, want %q", tt.h, got, tt.want)
		}
	}
	for want, s := range map[string]config.Source{"other": {}, "user": {Kind: config.User}, "plugin a": {Kind: config.Plugin, Name: "a"}} {
		if got := SourceName(s); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}
