package tui

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/installer"
	"neverask/settings"
)

// scopes asks which settings file a change is for.
type scopes struct {
	home     string
	op       string
	statuses []installer.Status
	chosen   int
}

// about says who a scope is for.
var about = map[settings.Scope]string{
	settings.User:    "you, in every project",
	settings.Project: "everyone who works in this directory",
	settings.Local:   "you, in this repository",
}

// perScope is how many rows a scope takes.
const perScope = 3

func (s *scopes) page(width, _ int, st *styles) page {
	title := "Where should the question hooks go?"
	if s.op == "uninstall" {
		title = "Where should the question hooks be removed?"
	}
	p := page{
		head: []string{" " + st.strong.Render(title), ""},
		rows: perScope * len(s.statuses), row: func(i int) string { return s.row(i, width, st) },
		focus: perScope * s.chosen, focusEnd: perScope*s.chosen + 2,
	}
	p.subject = subject(s.home, s.statuses[s.chosen].Target)
	return p
}

func (s *scopes) row(i, width int, st *styles) string {
	status := s.statuses[i/perScope]
	switch i % perScope {
	case 0:
		name := pad(string(status.Target.Scope), 10)
		left := "   " + st.strong.Render(name)
		if i/perScope == s.chosen {
			left = st.selected.Render(" ▸ " + name)
		}
		if width >= wide {
			left += about[status.Target.Scope]
		}
		return ends(left, stateOf(status).draw(st)+" ", prose(width))
	case 1:
		path := short(s.home, status.Target.Path)
		return "             " + st.muted.Render(fitEnd(path, width-14))
	default:
		return ""
	}
}

func (s *scopes) bindings() []binding {
	return []binding{bind("choose", s.choose, "enter"), bind("back", (*model).back, "esc")}
}

func (s *scopes) choose(m *model) tea.Cmd {
	return m.start(change{op: s.op, target: s.statuses[s.chosen].Target})
}

func (s *scopes) move(by int) { s.chosen = max(min(s.chosen+by, len(s.statuses)-1), 0) }

// click chooses a file; a second click on it goes on.
func (s *scopes) click(row int) func(*model) tea.Cmd {
	if row/perScope == s.chosen {
		return s.choose
	}
	s.chosen = row / perScope
	return nil
}
