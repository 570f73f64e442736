package tui

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// destination asks which settings file a hook moves to.
type destination struct {
	tab    *hooksTab
	entry  *hookEntry
	all    []installer.Target
	chosen int
}

func (*destination) Crumb() string { return "Move" }

func (t *hooksTab) moveHook(m *kit.Model, e *hookEntry) tea.Cmd {
	m.Push(&destination{tab: t, entry: e, all: t.destinations(e)})
	m.Say("")
	return nil
}

func (d *destination) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{
		Head: append(kit.Spaced(height, " "+st.Strong.Render("Where should the hook go?")), " "+st.Muted.Render(kit.Fit(survey.HookName(d.tab.home, d.entry.Handler), width-2))),
		Rows: perScope * len(d.all), Row: func(i int) string { return d.row(i, width, st) },
		Focus: perScope * d.chosen, FocusEnd: perScope*d.chosen + 2,
	}
	p.Head = append(p.Head, kit.Spaced(height, "")...)
	p.Subject = change.Subject(d.tab.home, change.TargetOf(d.tab.backend, d.entry.Source))
	return p
}

func (d *destination) row(i, width int, st *kit.Styles) string {
	to := d.all[i/perScope]
	switch i % perScope {
	case 0:
		name := kit.Pad(string(to.Scope), 10)
		left := "   " + st.Strong.Render(name)
		if i/perScope == d.chosen {
			left = st.Selected.Render(" ▸ " + name)
		}
		return kit.Fit(left+about[to.Scope], width)
	case 1:
		return "             " + st.Muted.Render(kit.FitPath(kit.Short(d.tab.home, to.Path), width-14))
	}
	return ""
}

func (d *destination) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("choose", d.choose, "enter"), kit.Bind("back", (*kit.Model).Back, "esc")}
}

func (d *destination) choose(m *kit.Model) tea.Cmd {
	return change.Begin(m, d.tab.moving(d.entry, d.all[d.chosen]))
}

func (d *destination) Move(by int) { d.chosen = max(min(d.chosen+by, len(d.all)-1), 0) }

// Click chooses a file; a second click on it goes on.
func (d *destination) Click(row int) func(*kit.Model) tea.Cmd {
	if row/perScope == d.chosen {
		return d.choose
	}
	d.chosen = row / perScope
	return nil
}
