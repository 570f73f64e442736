package change

import (
	"slices"

	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/settings"
	"neverask/tui/kit"
)

// A targeter knows the settings files that hooks may go into.
type targeter interface {
	Targets() []planner.Target
}

// Targets returns the targets of a backend, each file once.
func Targets(b targeter) (all []planner.Target) {
	for _, t := range b.Targets() {
		if !slices.ContainsFunc(all, func(u planner.Target) bool { return u.Path == t.Path }) {
			all = append(all, t)
		}
	}
	return all
}

// TargetOf returns the settings file of a source as the backend names it.
func TargetOf(b targeter, s config.Source) planner.Target {
	for _, t := range Targets(b) {
		if t.Path == s.File {
			return t
		}
	}
	return planner.Target{Path: s.File}
}

// Subject names a settings file for the title line.
func Subject(home string, t planner.Target) string {
	if t.Scope == "" {
		return kit.Short(home, t.Path)
	}
	return string(t.Scope) + " " + kit.Short(home, t.Path)
}

// Audience says who uses the settings of a scope.
func Audience(s settings.Scope) string {
	switch s {
	case settings.User:
		return "you, in every project"
	case settings.Project:
		return "everyone in this directory"
	case settings.Local:
		return "you, in this directory"
	}
	return "" // a file named by path
}
