package home

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/tui/change"
	"neverask/tui/kit"
	"neverask/tui/survey"
)

// scopes asks which settings file a change is for, and which packs of hooks. The
// pointer only points: a file is marked and a pack is ticked with a key of its own,
// and the last row goes on with both.
type scopes struct {
	backend  Backend
	home     string
	wish     wish
	statuses []status.Status
	chosen   int
	at       int                     // the row of the pointer: a file, a pack behind them, or to go on
	ticked   map[config.Pack]bool    // what the person has ticked or not, for whichever file
	packs    func(int) []config.Pack // that a file may get, or lose
	open     int                     // conflicts that an install asks about
}

// A wish is what the person wants of neverask's own hooks, before it is known where.
type wish struct {
	removes bool
	ticked  []config.Pack // at first
	choices []conflict.Choice
}

func (s *scopes) Crumb() string {
	if s.wish.removes {
		return "Uninstall"
	}
	return "Install"
}

func newScopes(o *Place, c wish, statuses []status.Status, chosen int) *scopes {
	s := &scopes{backend: o.backend, home: o.home, wish: c, statuses: statuses, chosen: chosen, ticked: map[config.Pack]bool{}}
	s.packs = func(i int) []config.Pack {
		if !c.removes {
			return config.Packs()
		}
		// What is alone needs no choice.
		if there := statuses[i].There(); len(there) > 1 {
			return there
		}
		return nil
	}
	if o.thirdParty != nil && o.thirdParty.Found != nil {
		s.open = len(o.thirdParty.Found.Open())
	}
	for _, p := range c.ticked {
		s.ticked[p] = true
	}
	s.at = s.last()
	return s
}

// ticks are the packs that are ticked for the chosen file: where the person has
// said nothing those that are there, or when there are none the one that is most
// asked for.
func (s *scopes) ticks() (ticks []config.Pack) {
	there := s.statuses[s.chosen].There()
	for _, p := range s.packs(s.chosen) {
		on, said := s.ticked[p]
		if !said {
			on = slices.Contains(there, p) || len(there) == 0 && p == config.Questions
		}
		if on || s.done(p) {
			ticks = append(ticks, p)
		}
	}
	return ticks
}

// done reports whether a pack that is to be there is there as it should be.
func (s *scopes) done(p config.Pack) bool {
	return !s.wish.removes && s.statuses[s.chosen].Pack(p).State == status.PackInstalled
}

// added are the packs of those that are to be there and are not.
func (s *scopes) added() []config.Pack { return slices.DeleteFunc(s.ticks(), s.done) }

// last is the row that goes on.
func (s *scopes) last() int { return len(s.statuses) + len(s.packs(s.chosen)) }

// ready reports whether there is anything to go on with.
func (s *scopes) ready() bool {
	return !broken(s.statuses[s.chosen]) && (len(s.packs(s.chosen)) == 0 || len(s.ticks()) > 0)
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

func (s *scopes) Page(width, height int, st *kit.Styles) kit.Page {
	title := "Where should the hooks go?"
	if s.wish.removes {
		title = "Where should hooks be removed?"
	}
	head := []string{" " + st.Strong.Render(title)}
	for _, c := range s.wish.choices {
		head = append(head, kit.Noted(kit.Mark("✓", "chosen", kit.Calm), string(c.Way)+" "+survey.ScriptName(s.home, c.Conflict), width, st)...)
	}
	p := kit.Page{
		Head: append(head, ""),
		Rows: s.files() + perPack*len(s.packs(s.chosen)), Row: func(i int) string { return s.row(i, width, st) },
	}
	p.Foot = s.goOn(width, height-len(p.Head)-p.Rows-1, st)
	if room := height - len(p.Head) - p.Rows - 1 - len(p.Foot); room >= 0 {
		// Under the last row, and not at the bottom of a tall page.
		p.Foot = slices.Concat([]string{""}, p.Foot, make([]string, room))
	}
	file, pack := s.at, s.at-len(s.statuses)
	switch {
	case s.at == s.last():
		file = s.chosen
		fallthrough
	case pack < 0:
		p.Focus, p.FocusEnd = perScope*file, perScope*file+2
	default:
		p.Focus = s.files() + perPack*pack
		p.FocusEnd = p.Focus + perPack
	}
	p.Subject = change.Subject(s.home, s.statuses[s.chosen].Target)
	return p
}

// goOn draws the last row, which says what the answers come to, in more than one line where
// there is room for them.
func (s *scopes) goOn(width, room int, st *kit.Styles) []string {
	name := "   [Continue]"
	style := st.Strong
	if s.at == s.last() {
		name, style = " ▸ [Continue]", st.Selected
	}
	switch {
	case mendable(s.statuses[s.chosen]):
		return []string{st.Muted.Render(kit.Fit(name+"  choose a file, or press D to repair the broken one", width-1))}
	case broken(s.statuses[s.chosen]):
		return []string{st.Muted.Render(kit.Fit(name+"  choose a file, or correct the broken one", width-1))}
	case !s.ready():
		return []string{st.Muted.Render(kit.Fit(name+"  no hooks are ticked", width-1))}
	}
	text, target := "", s.statuses[s.chosen].Target
	switch is, ticks, added := s.statuses[s.chosen], s.ticks(), s.added(); {
	case len(ticks) == 0:
	case s.wish.removes:
		text = config.Join(ticks) + " from "
	case len(added) > 0:
		text = config.Join(added) + " into "
	case !is.Hook.Current || is.Hook.Altered:
		text = "update the hook program of "
	case s.open > 0 && slices.Contains(ticks, config.Questions):
		text = diffview.Count(s.open, "conflict") + " to decide for "
	default:
		text = "look for what is missing in "
	}
	if target.Scope != "" {
		text += string(target.Scope) + " "
	}
	path, column := kit.Short(s.home, target.Path), kit.Width(name)+2
	lines := kit.Indented(text+path, column, width-1)
	if len(lines) > 1 && len(lines) > room {
		if kit.Width(text) > width-column-9 {
			text = string(target.Scope) + " "
		}
		lines = []string{strings.Repeat(" ", column) + text + kit.FitPath(path, width-1-column-kit.Width(text))}
	}
	lines[0] = style.Render(name) + lines[0][column-2:]
	return lines
}

func (s *scopes) row(i, width int, st *kit.Styles) string {
	switch {
	case i >= s.files():
		return s.packRow(i-s.files(), width, st)
	case i == perScope*len(s.statuses):
		if s.wish.removes {
			return " " + st.Strong.Render("Which?")
		}
		return " " + st.Strong.Render("Which hooks?")
	}
	status := s.statuses[i/perScope]
	switch i % perScope {
	case 0:
		name := "( ) " + kit.Pad(string(status.Target.Scope), 10)
		if i/perScope == s.chosen && !broken(status) {
			name = "(•) " + kit.Pad(string(status.Target.Scope), 10)
		}
		left := "   " + st.Strong.Render(name)
		if i/perScope == s.at {
			left = st.Selected.Render(" ▸ " + name)
		}
		audience, state := change.Audience(status.Target.Scope), stateOf(status).Draw(st)+" "
		if kit.Width(left+audience+state) < kit.Prose(width) {
			left += audience
		}
		return kit.Ends(left, state, kit.Prose(width))
	case 1:
		path, repair := kit.Short(s.home, status.Target.Path), ""
		switch {
		case mendable(status):
			repair = " · press D to repair it"
		case broken(status):
			repair = " · no automatic repair"
		}
		return "                 " + st.Muted.Render(kit.FitPath(path, width-18-kit.Width(repair))+repair)
	default:
		return ""
	}
}

// packRow draws a pack as a box to tick, with what it does, and below what it
// costs.
func (s *scopes) packRow(i, width int, st *kit.Styles) string {
	p := s.packs(s.chosen)[i/perPack]
	if is := s.statuses[s.chosen]; i%perPack == 1 && !s.wish.removes && is.Pack(p).There() {
		return "                   " + stateOfPack(is, p).Draw(st)
	}
	if i%perPack == 1 {
		return "                   " + st.Muted.Render(kit.Fit(p.Cost(), width-20))
	}
	box := "[ ] "
	switch {
	case s.done(p):
		box = " ●  "
	case slices.Contains(s.ticks(), p):
		box = "[x] "
	}
	name := string(p)
	if p == config.Rules {
		name = "tool rules"
	}
	name = box + kit.Pad(name, 12)
	left := "   " + name
	if len(s.statuses)+i/perPack == s.at {
		left = st.Selected.Render(" ▸ " + name)
	}
	return left + kit.Fit(p.About(), width-19)
}

func (s *scopes) Bindings() (all []kit.Binding) {
	if slices.ContainsFunc(s.statuses, mendable) {
		all = append(all, kit.Doctor())
	}
	switch {
	case s.at < len(s.statuses) && broken(s.statuses[s.at]):
	case s.at == s.chosen && s.ready():
		all = append(all, kit.Bind("continue", s.choose, "enter").Means("continue with this file"))
	case s.at < len(s.statuses) && s.at != s.chosen:
		all = append(all, kit.Bind("choose this file", s.mark, "space", "enter").Means("choose this file"))
	case len(s.statuses) <= s.at && s.at < s.last():
		if s.done(s.packs(s.chosen)[s.at-len(s.statuses)]) {
			break // there is nothing to choose
		}
		name := "tick"
		if slices.Contains(s.ticks(), s.packs(s.chosen)[s.at-len(s.statuses)]) {
			name = "untick"
		}
		all = append(all, kit.Bind(name, s.tick, "space", "enter").Means("include these hooks or leave them out"))
	case s.at == s.last() && s.ready():
		all = append(all, kit.Bind("continue", s.choose, "enter", "space").Means("continue with this file and these hooks"))
	}
	return append(all,
		kit.Bind("next part", s.jump(1), "tab").Means("the files, the hooks, or [Continue]"),
		kit.Quiet("shift+tab", "the part before", s.jump(-1), "shift+tab"),
		kit.Bind("back", (*kit.Model).Back, "esc"))
}

func (s *scopes) choose(m *kit.Model) tea.Cmd {
	target := s.statuses[s.chosen].Target
	var packs []config.Pack
	if len(s.packs(s.chosen)) > 0 {
		packs = s.ticks()
	}
	if !s.wish.removes {
		return m.Send(change.InstallIntoMsg{Target: target, Packs: packs, Choices: s.wish.choices})
	}
	return change.Begin(m, change.Operation{
		Target: target, Plan: func() (installer.Plan, error) { return s.backend.Uninstall(target, packs...) },
		Cannot: "uninstall", Title: "Remove %s from ", Into: target.Path, Done: "%s removed",
		Nothing: kit.Short(s.home, target.Path) + " has no such neverask hooks.",
	})
}

// mark chooses the file under the pointer.
func (s *scopes) mark(*kit.Model) tea.Cmd {
	if !broken(s.statuses[s.at]) {
		s.chosen = s.at
	}
	return nil
}

// tick turns the pack under the pointer on or off.
func (s *scopes) tick(*kit.Model) tea.Cmd {
	p := s.packs(s.chosen)[s.at-len(s.statuses)]
	s.ticked[p] = !slices.Contains(s.ticks(), p)
	return nil
}

// jump goes to the next part: the files, at the one that is marked, the packs, and
// the row that goes on.
func (s *scopes) jump(by int) func(*kit.Model) tea.Cmd {
	return func(*kit.Model) tea.Cmd {
		parts := slices.Compact([]int{s.chosen, len(s.statuses), s.last()})
		at := 0
		switch {
		case s.at == s.last():
			at = len(parts) - 1
		case s.at >= len(s.statuses):
			at = 1
		}
		s.at = parts[(at+by+len(parts))%len(parts)]
		return nil
	}
}

func (s *scopes) Move(by int) { s.at = max(min(s.at+by, s.last()), 0) }

// Click marks a file, or ticks a pack; a second click on a file goes on.
func (s *scopes) Click(row int) func(*kit.Model) tea.Cmd {
	switch {
	case row >= s.files():
		s.at = len(s.statuses) + (row-s.files())/perPack
		return s.tick
	case row >= perScope*len(s.statuses):
		return nil
	case row/perScope == s.at && s.at == s.chosen && s.ready():
		return s.choose
	}
	s.at = row / perScope
	return s.mark
}

// ClickFoot goes on.
func (s *scopes) ClickFoot() func(*kit.Model) tea.Cmd {
	s.at = s.last()
	if !s.ready() {
		return nil
	}
	return s.choose
}
