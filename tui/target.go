package tui

import (
	"slices"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/tui/kit"
)

// A targeter knows the settings files that hooks may go into.
type targeter interface {
	Targets() []installer.Target
}

// targets are the targets of a backend, each file once.
func targets(b targeter) (all []installer.Target) {
	for _, t := range b.Targets() {
		if !slices.ContainsFunc(all, func(u installer.Target) bool { return u.Path == t.Path }) {
			all = append(all, t)
		}
	}
	return all
}

// targetOf is the settings file of a source as the backend names it.
func targetOf(b targeter, s config.Source) installer.Target {
	for _, t := range targets(b) {
		if t.Path == s.File {
			return t
		}
	}
	return installer.Target{Path: s.File}
}

// subject names a settings file for the title line.
func subject(home string, t installer.Target) string {
	if t.Scope == "" {
		return kit.Short(home, t.Path)
	}
	return string(t.Scope) + " " + kit.Short(home, t.Path)
}
