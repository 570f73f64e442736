package tui

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
)

// stateOf says how the hooks of a file are, all packs taken together.
func stateOf(s installer.Status) badge {
	switch {
	case s.Installed:
		return mark("●", "installed", good)
	case broken(s):
		return mark("✗", "broken", bad)
	case len(s.There()) > 0:
		return mark("◐", "incomplete", warn)
	default:
		return mark("○", "not installed", calm)
	}
}

// stateOfPack says how one pack is.
func stateOfPack(s installer.Status, p config.Pack) badge {
	switch is := s.Pack(p); {
	case broken(s):
		return mark("✗", "broken", bad)
	case is.State == installer.PackInstalled:
		return mark("●", "installed", good)
	case is.State == installer.PackStale:
		return mark("◐", "stale", warn)
	case is.There():
		return mark("◐", "incomplete", warn)
	default:
		return mark("○", "not installed", calm)
	}
}

// broken reports that the settings file could not be read.
func broken(s installer.Status) bool {
	for _, p := range s.Problems {
		if p.Severity == "error" && (p.ID == "settings-unreadable" || p.ID == "settings-invalid") {
			return true
		}
	}
	return false
}

// severity is how a problem is marked.
func severity(p installer.Problem) badge {
	switch p.Severity {
	case "error":
		return mark("✗", "error", bad)
	case "warning":
		return mark("▲", "warning", warn)
	default:
		return mark("·", "note", calm)
	}
}

// subject names a settings file for the title line.
func subject(home string, t installer.Target) string {
	if t.Scope == "" {
		return short(home, t.Path)
	}
	return string(t.Scope) + " " + short(home, t.Path)
}
