package doctor

import (
	"fmt"
	"regexp"
	"strings"

	"neverask/hooks/claude/config"
)

// commandAnswers are members of the JSON that commands print. Claude Code asks a model for
// different ones.
var commandAnswers = []string{"decision", "permissionDecision",
	"hookSpecificOutput", "continue", "approve", "approved", "allow", "block", "blocked", "result", "behavior"}

// answer finds a prompt that asks the model for JSON that Claude Code does not read.
func answer(h config.Hook) []Finding {
	if strings.Contains(h.Handler.Prompt, `"ok"`) {
		return nil
	}
	for _, name := range commandAnswers {
		if !regexp.MustCompile(`["']` + name + `["']\s*:`).MatchString(h.Handler.Prompt) {
			continue
		}
		f := at(h)
		f.ID, f.Severity = "prompt-answer", Info
		f.Message = fmt.Sprintf("%s asks for %q, which Claude Code does not read", named(h), name)
		f.Why = `Claude Code itself asks the model for {"ok": true} or {"ok": false, "reason": "…"}; other instructions about JSON may spoil the answer`
		f.Fix = "state the condition in the prompt, and leave JSON out"
		return []Finding{f}
	}
	return nil
}
