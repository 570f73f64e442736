package home

import (
	"neverask/hooks/app/status"
	"neverask/tui/kit"
)

// stateOf returns the overall state of neverask's hooks in a file.
func stateOf(s status.Status) kit.Badge {
	switch {
	case s.Installed:
		return kit.Mark("●", "installed", kit.Good)
	case s.Broken():
		return kit.Mark("✗", "broken", kit.Bad)
	case len(s.There()) > 0:
		return kit.Mark("◐", "incomplete", kit.Warn)
	default:
		return kit.Mark("○", "not installed", kit.Calm)
	}
}

// repairable reports whether a file is broken and the doctor may repair it.
func repairable(s status.Status) bool { return s.Broken() && !s.ByHand }
