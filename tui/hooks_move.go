package tui

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
)

// destination asks which settings file a hook moves to.
type destination struct {
	tab    *hooksTab
	entry  *hookEntry
	all    []installer.Target
	chosen int
}

func (*destination) crumb() string { return "Move" }

func (t *hooksTab) moveHook(m *model, e *hookEntry) tea.Cmd {
	m.push(&destination{tab: t, entry: e, all: t.destinations(e)})
	m.say("")
	return nil
}

func (d *destination) page(width, height int, st *styles) page {
	p := page{
		head: append(spaced(height, " "+st.strong.Render("Where should the hook go?")), " "+st.muted.Render(fit(hookName(d.tab.home, d.entry.Handler), width-2))),
		rows: perScope * len(d.all), row: func(i int) string { return d.row(i, width, st) },
		focus: perScope * d.chosen, focusEnd: perScope*d.chosen + 2,
	}
	p.head = append(p.head, spaced(height, "")...)
	p.subject = subject(d.tab.home, targetOf(d.tab.backend, d.entry.Source))
	return p
}

func (d *destination) row(i, width int, st *styles) string {
	to := d.all[i/perScope]
	switch i % perScope {
	case 0:
		name := pad(string(to.Scope), 10)
		left := "   " + st.strong.Render(name)
		if i/perScope == d.chosen {
			left = st.selected.Render(" ▸ " + name)
		}
		return fit(left+about[to.Scope], width)
	case 1:
		return "             " + st.muted.Render(fitPath(short(d.tab.home, to.Path), width-14))
	}
	return ""
}

func (d *destination) bindings() []binding {
	return []binding{bind("choose", d.choose, "enter"), bind("back", (*model).back, "esc")}
}

func (d *destination) choose(m *model) tea.Cmd {
	return m.begin(change{op: "move", target: d.all[d.chosen], hook: &hookChange{hook: d.entry.Hook}})
}

func (d *destination) move(by int) { d.chosen = max(min(d.chosen+by, len(d.all)-1), 0) }

// click chooses a file; a second click on it goes on.
func (d *destination) click(row int) func(*model) tea.Cmd {
	if row/perScope == d.chosen {
		return d.choose
	}
	d.chosen = row / perScope
	return nil
}
