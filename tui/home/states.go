package home

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/tui/kit"
)

// stateOf says how the hooks of a file are, all packs taken together.
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

// stateOfPack says how one pack is.
func stateOfPack(s status.Status, p config.Pack) kit.Badge {
	switch is := s.Pack(p); {
	case broken(s):
		return kit.Mark("✗", "broken", kit.Bad)
	case is.State == status.PackInstalled:
		return kit.Mark("●", "installed", kit.Good)
	case is.State == status.PackStale:
		return kit.Mark("◐", "stale", kit.Warn)
	case is.There():
		return kit.Mark("◐", "incomplete", kit.Warn)
	default:
		return kit.Mark("○", "not installed", kit.Calm)
	}
}

// broken reports that the settings file could not be read.
func broken(s status.Status) bool { return s.Broken() }

// mendable reports that it is so and the doctor may repair it.
func mendable(s status.Status) bool { return s.Broken() && !s.ByHand }

// severity is how a problem is marked.
func severity(p installer.Problem) kit.Badge {
	switch {
	case p.ID == "off": // which the person asked for
		return kit.Mark("○", "off", kit.Calm)
	case p.Severity == "error":
		return kit.Mark("✗", "error", kit.Bad)
	case p.Severity == "warning":
		return kit.Mark("▲", "warning", kit.Warn)
	default:
		return kit.Mark("·", "note", kit.Calm)
	}
}
