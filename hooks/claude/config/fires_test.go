package config

import "testing"

// TestFires repeats what the real client did for each "if".
func TestFires(t *testing.T) {
	for text, want := range map[string]string{
		"AskUserQuestion": "Y-", "AskUserQuestion(*)": "Y-", "AskUserQuestion()": "Y-", "": "YY", "AskUserQuestion(foo)": "--", "Bash": "--", "Bash(git *)": "--",
		"*": "--", "mcp__*": "--", "(((": "--", "askuserquestion": "--", "Read|AskUserQuestion": "--", "AskUser*": "--", "AskUserQuestion(Which*)": "--",
		" AskUserQuestion ": "--", "mcp__helper": "--", "mcp__helper__AskUserQuestion": "-Y", "mcp__helper__*": "--",
	} {
		got := ""
		for _, tool := range []string{"AskUserQuestion", "mcp__helper__AskUserQuestion"} {
			if Fires(Group{}, Handler{If: text}, tool) {
				got += "Y"
			} else {
				got += "-"
			}
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
