package doctor

import (
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
)

// relative is the finding about a program that is named relative to Claude's current directory.
func relative(h config.Hook, p conflict.Program) Finding {
	f := failing(h, "command-relative", p.Name+" is looked for in Claude's current directory, which changes")
	f.Severity, f.Off, f.Why = Warning, config.OffNothing,
		"once Claude changes directory, the hook cannot run, and Claude Code carries on without it"
	if p.Tested {
		f.Why = "once Claude changes directory, the hook does not find it and does nothing"
	}
	f.Fix = "name it from the root of the project: $CLAUDE_PROJECT_DIR, or ${CLAUDE_PROJECT_DIR} beside \"args\""
	return f
}
