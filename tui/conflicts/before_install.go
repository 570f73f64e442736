package conflicts

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
)

// beforeInstall shows, before an install, the settings that keep neverask from answering, and broken files with hooks.
type beforeInstall struct {
	known *known
	cards *cards // the next step
	memo  kit.Memo
}

func (*beforeInstall) Crumb() string { return "Conflicts" }

func (n *beforeInstall) needed() bool {
	s := n.known.Found
	return len(s.Blocking()) > 0 || len(s.Findings) > 0
}

func (n *beforeInstall) Page(width, height int, st *kit.Styles) kit.Page {
	p := kit.Lines(n.memo.Of(width, st, func() []string { return n.rows(kit.Prose(width), st) }))
	p.Head = kit.Spaced(height, " "+st.Strong.Render("Before neverask is installed"), "")
	p.Subject = change.Subject(n.known.home, n.cards.wish.target)
	return p
}

func (n *beforeInstall) rows(width int, st *kit.Styles) (all []string) {
	s := n.known.Found
	if blocking := s.Blocking(); len(blocking) > 0 {
		all = append(all, kit.Indented("These settings stop neverask from answering, whatever is installed:", 1, width-1)...)
		for _, w := range blocking {
			all = append(append(all, ""), switchRows(n.known.home, w, width, st)...)
		}
	}
	if len(s.Findings) > 0 {
		if len(all) > 0 {
			all = append(all, "")
		}
		all = append(all, kit.Indented("These files are broken, so neverask cannot see their hooks:", 1, width-1)...)
		for _, f := range s.Findings {
			all = append(append(all, ""), hookstate.FindingRows(n.known.home, f, width, st)...)
		}
	}
	if open := len(n.cards.ids); open > 0 {
		all = append(append(all, ""),
			kit.Indented("Next: "+diffview.Count(open, "conflict")+" to decide.", 1, width-1)...)
	}
	return all
}

// switchRows draws a setting that decides about questions.
func switchRows(home string, w config.Switch, width int, st *kit.Styles) []string {
	b := kit.Mark("·", "setting", kit.Calm)
	if w.Blocks {
		b = kit.Mark("✗", "setting", kit.Bad)
	}
	all := kit.Noted(b, diffview.Visible(w.Name)+" = "+kit.Clean(home, w.Value), width, st)
	all = append(all, kit.Indented(kit.Clean(home, w.Effect), 3, width)...)
	return append(all, kit.Styled(kit.Indented(kit.FileAt(home, w.File, w.Line, 0), 3, width), st.Muted)...)
}

// resolvedRows draws a third-party hook that a resolution keeps from questions.
func resolvedRows(home string, s conflicts.Resolved, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(kit.Clean(home, s.Handler.Summary()), 1, width), st.Strong)
	all = append(all,
		kit.Styled(kit.Indented(diffview.Visible(s.Event)+" · "+kit.Short(home, s.File), 1, width), st.Muted)...)
	about, text := s.Resolution.Explain(), "Press space to restore it."
	if s.Move == nil { // an uninstall leaves it alone
		about = "the hook is removed until you restore it"
	}
	all = append(append(all, ""), kit.Noted(kit.Mark("✓", s.Resolution.Done(), kit.Good), about, width, st)...)
	if s.Resolution != conflict.Park { // which says so itself
		text += " Uninstalling neverask restores it, too."
	}
	return append(all, kit.Indented(text, 3, width)...)
}

func (n *beforeInstall) Bindings() []kit.Binding {
	return []kit.Binding{kit.Bind("continue", func(m *kit.Model) tea.Cmd { return n.cards.open(m) }, "enter"),
		kit.Bind("back", (*kit.Model).Back, "esc")}
}
