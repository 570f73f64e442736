package tui

import (
	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
)

// notes tells before an install what keeps neverask from answering, other than
// hooks, and which files with hooks cannot be used.
type notes struct {
	others *others
	home   string
	cards  *cards // what comes next
	memo   memo
}

func (*notes) crumb() string { return "Conflicts" }

func (n *notes) needed() bool {
	s := n.others.found
	return len(s.blocking()) > 0 || len(s.Findings) > 0
}

func (n *notes) page(width, height int, st *styles) page {
	p := lines(n.memo.of(width, st, func() []string { return n.rows(prose(width), st) }))
	p.head = spaced(height, " "+st.strong.Render("Before neverask is installed"), "")
	p.subject = subject(n.home, n.cards.change.where())
	return p
}

func (n *notes) rows(width int, st *styles) (all []string) {
	s := n.others.found
	if blocking := s.blocking(); len(blocking) > 0 {
		all = append(all, indented("These settings keep neverask from answering, whatever is installed:", 1, width-1)...)
		for _, w := range blocking {
			all = append(append(all, ""), switchRows(n.home, w, width, st)...)
		}
	}
	if len(s.Findings) > 0 {
		if len(all) > 0 {
			all = append(all, "")
		}
		all = append(all, indented("These files cannot be read as they are, so hooks in them are not known:", 1, width-1)...)
		for _, f := range s.Findings {
			all = append(append(all, ""), findingRows(n.home, f, width, st)...)
		}
	}
	if open := len(n.cards.ids); open > 0 {
		all = append(append(all, ""), indented("Next: "+diffview.Count(open, "conflict")+" with other hooks to decide.", 1, width-1)...)
	}
	return all
}

// switchRows draws a setting that decides about questions.
func switchRows(home string, w config.Switch, width int, st *styles) []string {
	b := mark("·", "setting", calm)
	if w.Blocks {
		b = mark("✗", "setting", bad)
	}
	all := noted(b, diffview.Visible(w.Name)+" = "+clean(home, w.Value), width, st)
	all = append(all, indented(clean(home, w.Effect), 3, width)...)
	return append(all, styled(indented(fileAt(home, w.File, w.Line, 0), 3, width), st.muted)...)
}

// resolvedRows draws a hook of others that a way out keeps from questions.
func resolvedRows(home string, s conflicts.Resolved, width int, st *styles) []string {
	all := styled(indented(clean(home, s.Handler.Summary()), 1, width), st.strong)
	all = append(all, styled(indented(diffview.Visible(s.Event)+" · "+short(home, s.File), 1, width), st.muted)...)
	all = append(append(all, ""), noted(mark("✓", string(s.Way), good), s.Way.Explain(), width, st)...)
	if s.Way == conflict.Park {
		return all // it says so itself
	}
	return append(all, indented("Uninstalling puts it back as it was.", 3, width)...)
}

// findingRows draws a file that cannot be used.
func findingRows(home string, f config.Finding, width int, st *styles) []string {
	all := noted(mark("✗", "file", bad), clean(home, f.Msg), width, st)
	all = append(all, styled(indented(fileAt(home, f.File, f.Line, f.Col), 3, width), st.muted)...)
	if f.Hint == "" {
		return all
	}
	return append(all, styled(indented("→ "+clean(home, f.Hint), 3, width), st.muted)...)
}

func (n *notes) bindings() []binding {
	return []binding{bind("continue", func(m *model) tea.Cmd { return n.cards.open(m) }, "enter"), bind("back", (*model).back, "esc")}
}
