package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/config"
	"neverask/hooks/installer"
	"neverask/settings"
)

// scopes asks which settings file a change is for, and which packs of hooks.
type scopes struct {
	home     string
	op       string
	statuses []installer.Status
	chosen   int
	at       int                     // the row of the pointer: a file, or behind them a pack
	ticked   map[int][]config.Pack   // by file, once the person has been there
	packs    func(int) []config.Pack // that a file may get, or lose
}

// about says who a scope is for.
var about = map[settings.Scope]string{
	settings.User:    "you, in every project",
	settings.Project: "everyone who works in this directory",
	settings.Local:   "you, in this repository",
}

func newScopes(home, op string, statuses []installer.Status, chosen int) *scopes {
	s := &scopes{home: home, op: op, statuses: statuses, chosen: chosen, at: chosen, ticked: map[int][]config.Pack{}}
	s.packs = func(i int) []config.Pack {
		if op == "install" {
			return config.Packs()
		}
		// What is alone needs no choice.
		if there := statuses[i].There(); len(there) > 1 {
			return there
		}
		return nil
	}
	return s
}

// ticks are the packs that are ticked for the chosen file: those that are there,
// or when there are none the one that is most asked for.
func (s *scopes) ticks() []config.Pack {
	if ticked, known := s.ticked[s.chosen]; known {
		return ticked
	}
	if there := s.statuses[s.chosen].There(); len(there) > 0 {
		return there
	}
	return []config.Pack{config.Questions}
}

// perScope is how many rows a file takes, and perPack how many a pack.
const (
	perScope = 3
	perPack  = 2
)

// files is how many rows the files take, with the heading of the packs.
func (s *scopes) files() int {
	if len(s.packs(s.chosen)) == 0 {
		return perScope * len(s.statuses)
	}
	return perScope*len(s.statuses) + 1
}

func (s *scopes) page(width, _ int, st *styles) page {
	title := "Where should the hooks go?"
	if s.op == "uninstall" {
		title = "Where should hooks be removed?"
	}
	p := page{
		head: []string{" " + st.strong.Render(title), ""},
		rows: s.files() + perPack*len(s.packs(s.chosen)), row: func(i int) string { return s.row(i, width, st) },
		focus: perScope * s.at, focusEnd: perScope*s.at + 2,
	}
	if pack := s.at - len(s.statuses); pack >= 0 {
		p.focus = s.files() + perPack*pack
		p.focusEnd = p.focus + 1
	}
	p.subject = subject(s.home, s.statuses[s.chosen].Target)
	return p
}

func (s *scopes) row(i, width int, st *styles) string {
	switch {
	case i >= s.files():
		return s.packRow(i-s.files(), width, st)
	case i == perScope*len(s.statuses):
		if s.op == "uninstall" {
			return " " + st.strong.Render("Which?")
		}
		return " " + st.strong.Render("Which hooks?")
	}
	status := s.statuses[i/perScope]
	switch i % perScope {
	case 0:
		name := pad(string(status.Target.Scope), 10)
		left := "   " + st.strong.Render(name)
		switch {
		case i/perScope == s.at:
			left = st.selected.Render(" ▸ " + name)
		case i/perScope == s.chosen:
			left = " " + st.ok.Render("✓") + " " + st.strong.Render(name)
		}
		if width >= wide {
			left += about[status.Target.Scope]
		}
		return ends(left, stateOf(status).draw(st)+" ", prose(width))
	case 1:
		path := short(s.home, status.Target.Path)
		return "             " + st.muted.Render(fitPath(path, width-14))
	default:
		return ""
	}
}

// packRow draws a pack as a box to tick, with what it does, and below what it
// costs.
func (s *scopes) packRow(i, width int, st *styles) string {
	p := s.packs(s.chosen)[i/perPack]
	if i%perPack == 1 {
		return "                  " + st.muted.Render(fit(p.Cost(), width-19))
	}
	name := "[ ] " + pad(string(p), 11)
	if slices.Contains(s.ticks(), p) {
		name = "[x] " + pad(string(p), 11)
	}
	left := "   " + name
	if len(s.statuses)+i/perPack == s.at {
		left = st.selected.Render(" ▸ " + name)
	}
	return left + fit(p.About(), width-19)
}

func (s *scopes) bindings() []binding {
	var all []binding
	if len(s.ticks()) > 0 {
		all = append(all, bind("choose", s.choose, "enter").means("goes on with the file and the hooks that are ticked"))
	}
	if s.at >= len(s.statuses) {
		all = append(all, bind("tick", s.tick, "space").means("takes the pack of hooks, or leaves it out"))
	}
	return append(all, bind("back", (*model).back, "esc"))
}

func (s *scopes) choose(m *model) tea.Cmd {
	c := change{op: s.op, target: s.statuses[s.chosen].Target}
	if len(s.packs(s.chosen)) > 0 {
		c.options.Packs = slices.Clone(s.ticks())
	}
	return m.start(c)
}

// tick turns the pack under the pointer on or off.
func (s *scopes) tick(*model) tea.Cmd {
	p := s.packs(s.chosen)[s.at-len(s.statuses)]
	var ticked []config.Pack
	for _, q := range s.packs(s.chosen) {
		if slices.Contains(s.ticks(), q) != (q == p) {
			ticked = append(ticked, q)
		}
	}
	s.ticked[s.chosen] = ticked
	return nil
}

func (s *scopes) move(by int) { s.goTo(s.at + by) }

func (s *scopes) goTo(at int) {
	s.at = max(min(at, len(s.statuses)+len(s.packs(s.chosen))-1), 0)
	if s.at < len(s.statuses) {
		s.chosen = s.at
	}
}

// click chooses a file, and ticks a pack; a second click on a file goes on.
func (s *scopes) click(row int) func(*model) tea.Cmd {
	switch {
	case row >= s.files():
		s.goTo(len(s.statuses) + (row-s.files())/perPack)
		return s.tick
	case row >= perScope*len(s.statuses):
		return nil
	case row/perScope == s.at:
		return s.choose
	}
	s.goTo(row / perScope)
	return nil
}
