package hookstate

import (
	"cmp"
	"fmt"
	"slices"

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

// Contested says what third-party hooks that are in the way do with questions, see [conflicts.Review.Contested], and
// counts them.
func (o *ThirdParty) Contested(home string, installed bool) (what string, count kit.Badge) {
	if len(o.Open()) == 0 {
		return "", count
	}
	return kit.Clean(home, o.Found.Contested(installed)), OpenBadge(o.Open())
}

// OpenBadge counts the hooks in the way by their severity, the worst first; there is one at least. It has the sign of
// the worst.
func OpenBadge(open []conflict.Conflict) kit.Badge {
	worst := SeverityBadge(open[0].Severity)
	for rest := open; len(rest) > 0; {
		sign := SeverityBadge(rest[0].Severity).Sign
		n := slices.IndexFunc(rest, func(c conflict.Conflict) bool { return SeverityBadge(c.Severity).Sign != sign })
		if n < 0 {
			n = len(rest)
		}
		if len(rest) == len(open) {
			worst.Word = diffview.Count(n, "hook")
		} else {
			worst.Word += fmt.Sprintf(" and %s %d", sign, n)
		}
		rest = rest[n:]
	}
	worst.Word += " in the way"
	return worst
}

// Theirs says what third-party hooks are known to do with questions, see [conflicts.Review.Theirs].
func (o *ThirdParty) Theirs(home string, installed bool) string {
	if o.Found == nil {
		return ""
	}
	return kit.Clean(home, o.Found.Theirs(installed))
}
