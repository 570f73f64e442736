package home

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// scopes asks which settings file an install or an uninstall is for. There is nothing else
// to choose.
type scopes struct {
	backend  Backend
	home     string
	wish     wish
	statuses []status.Status
	at       int
}

// A wish is what the person wants of neverask's own hooks, before it is known where.
type wish struct {
	removes bool
	choices []conflict.Choice
}

func (s *scopes) Crumb() string {
	if s.wish.removes {
		return "Uninstall"
	}
	return "Install"
}

// perScope is how many rows a file takes.
const perScope = 3

func (s *scopes) Page(width, height int, st *kit.Styles) kit.Page {
	title := "Where should the hooks go?"
	if s.wish.removes {
		title = "Where should hooks be removed?"
	}
	head := []string{" " + st.Strong.Render(title)}
	for _, c := range s.wish.choices {
		head = append(head, kit.Noted(kit.Mark("✓", "chosen", kit.Calm), string(c.Way)+" "+survey.ScriptName(s.home, c.Conflict), width, st)...)
	}
	return kit.Page{
		Head: append(head, kit.Spaced(height, "")...), Subject: change.Subject(s.home, s.statuses[s.at].Target),
		Rows: perScope*len(s.statuses) - 1, Row: func(i int) string { return s.row(i, width, st) },
		Focus: perScope * s.at, FocusEnd: perScope*s.at + 2,
	}
}

func (s *scopes) row(i, width int, st *kit.Styles) string {
	is, chosen := s.statuses[i/perScope], i/perScope == s.at
	line := ""
	switch i % perScope {
	case 0:
		style, left := kit.RowStart(chosen, st)
		name, state := left+style.Render(kit.Pad(string(is.Target.Scope), 10)), stateOf(is).Draw(st)+" "
		if audience := change.Audience(is.Target.Scope); kit.Width(name+audience+state) < kit.Prose(width) {
			name += audience
		}
		line = kit.Ends(name, state, kit.Prose(width))
	case 1:
		repair := ""
		switch {
		case mendable(is):
			repair = " · press D to repair it"
		case broken(is):
			repair = " · no automatic repair"
		}
		line = "            " + st.Muted.Render(kit.FitPath(kit.Short(s.home, is.Target.Path), width-13-kit.Width(repair))+repair)
	default:
		return ""
	}
	if chosen {
		return st.Bar(line, width)
	}
	return line
}

func (s *scopes) Bindings() (all []kit.Binding) {
	if !broken(s.statuses[s.at]) {
		all = append(all, kit.Bind("continue", s.choose, "enter").Means("continue with this file"))
	} else {
		file := s.statuses[s.at].Target.Path
		all = append(all, kit.Opening(file, 0))
		if mendable(s.statuses[s.at]) {
			all = append(all, kit.Doctor())
		}
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

func (s *scopes) choose(m *kit.Model) tea.Cmd {
	target := s.statuses[s.at].Target
	if !s.wish.removes {
		return m.Send(change.InstallIntoMsg{Target: target, Choices: s.wish.choices})
	}
	return change.Begin(m, change.Operation{
		Target: target, Plan: func() (installer.Plan, error) { return s.backend.Uninstall(target) },
		Cannot: "uninstall", Title: "Remove %s from ", Into: target.Path, Done: "%s removed",
		Nothing: kit.Short(s.home, target.Path) + " has no such neverask hooks.",
	})
}

// Move chooses another file.
func (s *scopes) Move(by int) { s.at = max(min(s.at+by, len(s.statuses)-1), 0) }

// Click chooses a file; a second click on it goes on.
func (s *scopes) Click(row int) func(*kit.Model) tea.Cmd {
	if i := row / perScope; i != s.at {
		s.at = i
		return nil
	}
	if broken(s.statuses[s.at]) {
		return nil
	}
	return s.choose
}
