package tui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/change"
	"neverask/tui/kit"
)

// palette lists all actions and everything to go to.
func (s *shell) palette(m *kit.Model) tea.Cmd {
	var all, everywhere []kit.MenuEntry
	for _, e := range m.KeyEntries() {
		e.Text = named(e.Name, e.Text)
		switch {
		case s.place(kit.Capital(e.Name)) >= 0: // it is under Go to
		case e.Group == kit.OnScreen:
			all = append(all, e)
		case slices.Contains([]string{"D", "z", "r", "?", "q"}, e.Key):
			everywhere = append(everywhere, e)
		}
	}
	undoes := func(e kit.MenuEntry) bool { return strings.TrimRight(e.Name, "…") == "undo" }
	if s.undo == nil && !m.ReadOnly && !slices.ContainsFunc(all, undoes) {
		all = append(all, kit.MenuEntry{Group: kit.OnScreen, Text: "Undo: nothing to undo", Name: "undo"})
	}
	for i, p := range s.tabs {
		all = append(all, kit.MenuEntry{
			Group: "Go to", Key: strconv.Itoa(i + 1), Text: p.tab.Name() + ": " + placeAbout[p.tab.Name()],
			Verb: "open", Do: func(*kit.Model) tea.Cmd { return s.leaveFor(i) },
		})
	}
	page := func(place, text string, open func(*kit.Model) tea.Cmd) {
		do := func(m *kit.Model) tea.Cmd { return tea.Batch(s.leaveFor(s.place(place)), open(m)) }
		all = append(all, kit.MenuEntry{Group: "Go to", Text: text, Verb: "open", Do: do})
	}
	for _, p := range s.pages {
		key := map[string]string{"Conflicts": "C"}[p.tab.Name()]
		all = append(all, kit.MenuEntry{Group: "Go to", Key: key, Text: p.tab.Name() + ": " + p.about,
			Verb: "open", Do: kit.Going(p.tab.Name())})
	}
	if len(s.state.Suggestions.List) == 0 {
		page("Rules", "Suggestions: rules suggested by your past answers", func(m *kit.Model) tea.Cmd {
			return m.Send(change.ReviewMsg{})
		})
	}
	for i := range s.tabs {
		if i != s.active || !m.OnPlace() {
			all = append(all, slices.DeleteFunc(s.placeEntries(i), func(e kit.MenuEntry) bool {
				return slices.ContainsFunc(all, func(here kit.MenuEntry) bool { return here.Text == e.Text })
			})...)
		}
	}
	all = append(append(all, everywhere...), s.themeEntries()...)
	for i := range all {
		all[i].Also = otherWords(all[i])
	}
	for _, p := range s.tabs {
		all = append(all, things(p.tab)...)
	}
	menu := kit.NewMenu("Go to or do anything", all)
	menu.Aside = true
	menu.Room = kit.Far // so that hooks added later move nothing
	m.Push(menu)
	if hooks := s.tabs[s.place("Hooks")].tab; len(hooks.Bindings()) == 0 {
		s.unread = menu
		return hooks.Load()
	}
	return nil
}

// synonyms are other words for entries, by how their names begin.
var synonyms = map[string]string{
	"Off": "pause disable stop suspend mute", "On": "resume enable start", "Away": "pause absent unattended",
	"Home": "overview status settings dashboard", "Rules": "preferences answers settings",
	"Log":   "activity history recording questions",
	"Hooks": "handlers settings commands", "Changes": "history backup restore revert undo",
	"Conflicts": "third-party plugins",
	"Undo":      "history backup revert restore", "Record": "activity recording log",
	"Tools": "activity statistics durations",
	"Stop":  "activity pause disable", "Install": "setup enable add",
	"Uninstall": "remove delete disable", "Doctor": "needs a look check health errors diagnose",
	"Suggestions": "proposals recommend", "Reload": "refresh update",
}

// otherWords returns other words that find an entry.
func otherWords(e kit.MenuEntry) string {
	if e.Group == "Theme" {
		return "color colour dark light appearance settings"
	}
	name, _, _ := strings.Cut(e.Text, ":")
	if words := synonyms[name]; words != "" {
		return words
	}
	first, _, _ := strings.Cut(name, " ")
	return synonyms[first]
}

// placeEntries returns the actions of another place that do not depend on its rows.
func (s *shell) placeEntries(i int) (all []kit.MenuEntry) {
	name := s.tabs[i].tab.Name()
	for _, b := range s.tabs[i].tab.Bindings() {
		if !slices.Contains(forWholePlace[name], b.Keys()[0]) || s.ReadOnly && b.Write || b.Vain {
			continue
		}
		do := func(m *kit.Model) tea.Cmd { return tea.Batch(s.leaveFor(i), b.Do(m)) }
		all = append(all, kit.MenuEntry{
			Group: name, Text: named(b.Help().Desc, cmp.Or(b.About, b.Help().Desc)), Name: b.Help().Desc, Do: do,
		})
	}
	return all
}

// named returns the explanation of an entry, starting with its name.
func named(name, about string) string {
	name = strings.TrimRight(name, "…?")
	if !strings.HasPrefix(about, name) {
		about = name + ": " + about
	}
	return strings.ToUpper(about[:1]) + about[1:]
}

// forWholePlace are the keys of places that the palette offers from anywhere, because they do not
// depend on the chosen row.
var forWholePlace = map[string][]string{
	"Home": {"i", "u", "O", "W"}, "Rules": {"S", "a", "s", "f"},
	"Log": {"s", "f", "T", "R"}, "Hooks": {"t", "a", "f", "E"},
}

// things returns the rules, questions or hooks of a place.
func things(of tab) []kit.MenuEntry {
	if t, ok := of.(interface{ Findable() []kit.MenuEntry }); ok {
		return t.Findable()
	}
	return nil
}
