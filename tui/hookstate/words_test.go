package hookstate

import (
	"testing"

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
