package hooklist

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// moveHook asks which settings file a hook moves to.
func (k *known) moveHook(m *kit.Model, e *entry) tea.Cmd {
	var all []kit.MenuEntry
	found := k.found.sources
	for _, to := range k.destinations(e) {
		text := kit.Short(k.home, to.Path)
		if !slices.ContainsFunc(found.List, func(s config.Source) bool { return s.File == to.Path }) && !slices.ContainsFunc(found.Findings, func(f config.Finding) bool { return f.File == to.Path }) {
			text += " (is created)"
		}
		text += "  " + change.Audience(to.Scope)
		do := func(m *kit.Model) tea.Cmd { return change.Begin(m, k.moving(e, to)) }
		all = append(all, kit.MenuEntry{Group: survey.HookName(k.home, e.Handler), Key: string(to.Scope), Text: text, Name: string(to.Scope), Verb: "choose", Do: do})
	}
	m.Push(kit.NewMenu("Where should the hook go?", all))
	return nil
}
