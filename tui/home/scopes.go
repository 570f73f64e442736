package home

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// scopes asks which settings file an install or an uninstall is for.
type scopes struct {
	backend  Backend
	home     string
	wish     wish
	statuses []status.Status
	at       int
}

// A wish is a requested install or uninstall, before its file is chosen.
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

// perScope is the number of rows of a file.
const perScope = 3

func (s *scopes) Page(width, height int, st *kit.Styles) kit.Page {
	title := "Where should the hooks go?"
	if s.wish.removes {
		title = "Where should hooks be removed?"
	}
	head := []string{" " + st.Strong.Render(title)}
	for _, c := range s.wish.choices {
		head = append(head, kit.Noted(kit.Mark("✓", "chosen", kit.Calm),
			string(c.Resolution)+" "+hookstate.ScriptName(s.home, c.Conflict), width, st)...)
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
		text, todo := kit.FitPath(kit.Short(s.home, is.Target.Path), width-13), ""
		if is.Broken() {
			text, todo = s.why(is)
			text = kit.Fit(text, width-16-kit.Width(todo)) + " · " + todo
		}
		line = "            " + st.Muted.Render(text)
	default:
		return ""
	}
	if chosen {
		return st.Bar(line, width)
	}
	return line
}

// fault returns the problem of a broken file.
func fault(is status.Status) planner.Problem {
	return is.Problems[slices.IndexFunc(is.Problems, func(p planner.Problem) bool {
		return slices.Contains(mistakes, p.ID)
	})]
}

// why says what is wrong with a broken file, and how to fix it.
func (s *scopes) why(is status.Status) (why, todo string) {
	return kit.Clean(s.home, fault(is).Message),
		map[bool]string{true: "press D to repair it", false: "press o to open it"}[repairable(is)]
}

func (s *scopes) Bindings() (all []kit.Binding) {
	if is := s.statuses[s.at]; !is.Broken() {
		all = append(all, kit.Bind("continue", s.choose, "enter").Means("continue with this file"))
	} else {
		all = append(all, kit.Bind("why not", s.choose, "enter").Means("what is wrong with this file"),
			kit.Opening(is.Target.Path, fault(is).Line, fault(is).Col))
		if repairable(is) {
			all = append(all, kit.Doctor())
		}
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

func (s *scopes) choose(m *kit.Model) tea.Cmd {
	target := s.statuses[s.at].Target
	if is := s.statuses[s.at]; is.Broken() {
		why, todo := s.why(is)
		m.Say(todo + ": " + why)
		return nil
	}
	if !s.wish.removes {
		return m.Send(change.InstallIntoMsg{Target: target, Choices: s.wish.choices})
	}
	return change.Begin(m, change.Operation{
		Target: target, Plan: func() (planner.Plan, error) { return s.backend.Uninstall(target) },
		Cannot: "uninstall", Title: "Uninstall from ", Into: target.Path, Done: "removed %s",
		Nothing: kit.Short(s.home, target.Path) + " has none of these hooks.",
	})
}

// Move chooses another file.
func (s *scopes) Move(by int) { s.at = max(min(s.at+by, len(s.statuses)-1), 0) }

// Click chooses a file; a second click on it continues.
func (s *scopes) Click(row int) func(*kit.Model) tea.Cmd {
	if i := row / perScope; i != s.at {
		s.at = i
		return nil
	}
	return s.choose
}
