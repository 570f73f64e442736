package tui

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// palette lists everything there is to do, and everything there is to go to.
func (s *shell) palette(m *model) tea.Cmd {
	all := slices.DeleteFunc(m.keyEntries(), func(e menuEntry) bool { return e.group != onScreen })
	for i, p := range s.tabs {
		all = append(all, menuEntry{group: "Go to", key: strconv.Itoa(i + 1), text: p.tab.name(), do: func(*model) tea.Cmd { return s.leaveFor(i) }})
	}
	for i, p := range s.tabs {
		if i == s.active && m.onTab() {
			continue
		}
		for _, b := range p.tab.bindings() {
			if !slices.Contains(forWholePlace[p.tab.name()], b.Keys()[0]) || m.ReadOnly && b.write {
				continue
			}
			do := func(m *model) tea.Cmd { return tea.Batch(s.leaveFor(i), b.do(m)) }
			all = append(all, menuEntry{group: p.tab.name(), key: b.Help().Key, text: b.about, name: b.Help().Desc, do: do})
		}
	}
	m.push(newMenu("Do or find anything", append(append(all, s.themeEntries()...), s.thingEntries()...)))
	return nil
}

// forWholePlace are the keys that the palette offers from anywhere: they do not depend on
// which row is chosen there.
var forWholePlace = map[string][]string{"Home": {"i", "u", "d", "o", "O"}, "Rules": {"s", "a", "R", "t", "c"}, "Hooks": {"t", "a"}}

// thingEntries are the rules, questions and hooks that are known.
func (s *shell) thingEntries() (all []menuEntry) {
	rules := s.overview.rules
	for i := range rules.book.rules {
		r := &rules.book.rules[i]
		all = append(all, menuEntry{group: "Rules", text: clean(s.Home, matchText(r.Match)), do: func(m *model) tea.Cmd { return rules.show(m, *r) }})
	}
	for _, p := range s.tabs {
		switch t := p.tab.(type) {
		case *hooksTab:
			if t.found == nil {
				continue
			}
			for i := range t.found.entries {
				e := &t.found.entries[i]
				all = append(all, menuEntry{group: "Hooks", text: clean("", e.Group.Event) + "  " + hookName(s.Home, e.Handler), do: opening(&hookDetail{tab: t, entry: e})})
			}
		case *questionsTab:
			for _, q := range t.past.latest() {
				all = append(all, menuEntry{group: "Questions", text: clean(s.Home, q.Text), do: opening(&questionDetail{tab: t, question: q})})
			}
		}
	}
	return all
}

// opening pushes a page.
func opening(l layer) func(*model) tea.Cmd {
	return func(m *model) tea.Cmd {
		m.push(l)
		return nil
	}
}

// restyle draws everything in the theme of the name.
func (s *shell) restyle() { s.styles = newStyles(theme(s.Options.Theme).palette(s.dark)) }

// themeEntries choose a theme.
func (s *shell) themeEntries() (all []menuEntry) {
	for _, t := range Themes() {
		do := func(m *model) tea.Cmd {
			s.Options.Theme = t.Name
			s.restyle()
			if err := s.Options.SaveTheme(t.Name); err != nil {
				m.say("the theme is not kept: " + clean(m.Home, err.Error()))
			}
			return nil
		}
		all = append(all, menuEntry{group: "Theme", text: t.Name + ": " + t.About, do: do})
	}
	return all
}
