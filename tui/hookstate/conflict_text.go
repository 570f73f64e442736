package hookstate

import (
	"cmp"

	"neverask/diffview"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// Name returns what the hook of a conflict runs, safe to draw.
func Name(home string, c conflict.Conflict) string {
	return cmp.Or(kit.Clean(home, c.Hook.Handler.Summary()), "a handler that runs nothing")
}

// ScriptName returns what people call a hook: the name of its script or program.
func ScriptName(home string, c conflict.Conflict) string {
	return cmp.Or(scriptName(home, c.Hook.Handler), Name(home, c))
}

// SeverityBadge returns a severity as a sign and a word.
func SeverityBadge(s conflict.Severity) kit.Badge {
	switch s {
	case conflict.Blocks:
		return kit.Mark("✗", "blocks", kit.Bad)
	case conflict.Races:
		return kit.Mark("▲", "races", kit.Warn)
	case conflict.Slows:
		return kit.Mark("△", "slows", kit.Warn)
	default:
		return kit.Mark("·", "info", kit.Calm)
	}
}

// Contested says what third-party hooks that are in the way do with questions, see [conflicts.Review.Contested].
func (o *ThirdParty) Contested(home string, installed bool) string {
	if o.Found == nil {
		return ""
	}
	return kit.Clean(home, o.Found.Contested(installed))
}

// OpenBadge says how many conflicts are open, the worst first; there is one at least.
func OpenBadge(open []conflict.Conflict) kit.Badge {
	b := SeverityBadge(open[0].Severity)
	b.Word = diffview.Count(len(open), "conflict")
	return b
}

// Theirs says what third-party hooks are known to do with questions, see [conflicts.Review.Theirs].
func (o *ThirdParty) Theirs(home string, installed bool) string {
	if o.Found == nil {
		return ""
	}
	return kit.Clean(home, o.Found.Theirs(installed))
}
