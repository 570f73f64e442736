package hooklist

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// destination asks which settings file a hook moves to.
type destination struct {
	known  *known
	entry  *entry
	all    []installer.Target
	chosen int
}

// perFile is how many rows a file takes.
const perFile = 3

func (*destination) Crumb() string { return "Move" }

func (k *known) moveHook(m *kit.Model, e *entry) tea.Cmd {
	m.Push(&destination{known: k, entry: e, all: k.destinations(e)})
	return nil
}

func (d *destination) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Page{
		Head: append(kit.Spaced(height, " "+st.Strong.Render("Where should the hook go?")), " "+st.Muted.Render(kit.Fit(survey.HookName(d.known.home, d.entry.Handler), width-2))),
		Rows: perFile * len(d.all), Row: func(i int) string { return d.row(i, width, st) },
		Focus: perFile * d.chosen, FocusEnd: perFile*d.chosen + 2,
	}
	p.Head = append(p.Head, kit.Spaced(height, "")...)
	p.Subject = change.Subject(d.known.home, change.TargetOf(d.known.backend, d.entry.Source))
	return p
}

func (d *destination) row(i, width int, st *kit.Styles) string {
	to := d.all[i/perFile]
	switch i % perFile {
	case 0:
		name := kit.Pad(string(to.Scope), 10)
		left := "   " + st.Strong.Render(name)
		if i/perFile == d.chosen {
			left = st.Selected.Render(" ▸ " + name)
		}
		return kit.Fit(left+change.Audience(to.Scope), width)
	case 1:
		return "             " + st.Muted.Render(kit.FitPath(kit.Short(d.known.home, to.Path), width-14))
	}
	return ""
}

func (d *destination) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("choose", d.choose, "enter"), kit.Bind("back", (*kit.Model).Back, "esc")}
}

func (d *destination) choose(m *kit.Model) tea.Cmd {
	return change.Begin(m, d.known.moving(d.entry, d.all[d.chosen]))
}

func (d *destination) Move(by int) { d.chosen = max(min(d.chosen+by, len(d.all)-1), 0) }

// Click chooses a file; a second click on it goes on.
func (d *destination) Click(row int) func(*kit.Model) tea.Cmd {
	if row/perFile == d.chosen {
		return d.choose
	}
	d.chosen = row / perFile
	return nil
}
