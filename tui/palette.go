package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// palette lists everything there is to do, and everything there is to go to.
func (s *shell) palette(m *kit.Model) tea.Cmd {
	all := slices.DeleteFunc(m.KeyEntries(), func(e kit.MenuEntry) bool { return e.Group != kit.OnScreen })
	for i := range all {
		all[i].Text = named(all[i].Name, all[i].Text)
	}
	if s.undo == nil && !m.ReadOnly {
		all = append(all, kit.MenuEntry{Group: kit.OnScreen, Key: "z", Text: "Undo: nothing to undo", Name: "undo"})
	}
	for i, p := range s.tabs {
		all = append(all, kit.MenuEntry{Group: "Go to", Key: strconv.Itoa(i + 1), Text: p.tab.Name(), Do: func(*kit.Model) tea.Cmd { return s.leaveFor(i) }})
	}
	for i, p := range s.tabs {
		if i == s.active && m.OnPlace() {
			continue
		}
		for _, b := range p.tab.Bindings() {
			if !slices.Contains(forWholePlace[p.tab.Name()], b.Keys()[0]) || m.ReadOnly && b.Write {
				continue
			}
			do := func(m *kit.Model) tea.Cmd { return tea.Batch(s.leaveFor(i), b.Do(m)) }
			all = append(all, kit.MenuEntry{Group: p.tab.Name(), Key: b.Help().Key, Text: named(b.Help().Desc, b.About), Name: b.Help().Desc, Do: do})
		}
	}
	m.Push(kit.NewMenu("Do or find anything", append(append(all, s.themeEntries()...), s.thingEntries()...)))
	return nil
}

// named begins what an entry means with its name.
func named(name, about string) string {
	name = strings.TrimRight(name, "…?")
	if !strings.HasPrefix(about, name) {
		about = name + ": " + about
	}
	return strings.ToUpper(about[:1]) + about[1:]
}

// forWholePlace are the keys that the palette offers from anywhere: they do not depend on
// which row is chosen there.
var forWholePlace = map[string][]string{"Home": {"i", "u", "D", ",", "O"}, "Rules": {"S", "a", "v", "P", "c"}, "Hooks": {"t", "a"}}

// thingEntries are the rules, questions and hooks that are known.
func (s *shell) thingEntries() (all []kit.MenuEntry) {
	for _, p := range s.tabs {
		if t, ok := p.tab.(interface{ Findable() []kit.MenuEntry }); ok {
			all = append(all, t.Findable()...)
		}
	}
	return all
}

// restyle draws everything in the theme of the name.
func (s *shell) restyle() { s.Styles = kit.ThemeOf(s.Options.Theme).Styles(s.dark) }

// themeEntries choose a theme.
func (s *shell) themeEntries() (all []kit.MenuEntry) {
	for _, t := range kit.Themes() {
		do := func(m *kit.Model) tea.Cmd {
			s.Options.Theme = t.Name
			s.restyle()
			if err := s.Options.SaveTheme(t.Name); err != nil {
				m.Say("could not save the theme: " + kit.Clean(m.Home, err.Error()))
			}
			return nil
		}
		all = append(all, kit.MenuEntry{Group: "Theme", Text: t.Name + ": " + t.About, Do: do})
	}
	return all
}
