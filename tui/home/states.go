package home

import (
	"neverask/hooks/app/status"
	"neverask/tui/kit"
)

// stateOf says how the hooks of a file are, all taken together.
func stateOf(s status.Status) kit.Badge {
	switch {
	case s.Installed:
		return kit.Mark("●", "installed", kit.Good)
	case broken(s):
		return kit.Mark("✗", "broken", kit.Bad)
	case len(s.There()) > 0:
		return kit.Mark("◐", "incomplete", kit.Warn)
	default:
		return kit.Mark("○", "not installed", kit.Calm)
	}
}

// broken reports that the settings file could not be read.
func broken(s status.Status) bool { return s.Broken() }

// mendable reports that it is so and the doctor may repair it.
func mendable(s status.Status) bool { return s.Broken() && !s.ByHand }
