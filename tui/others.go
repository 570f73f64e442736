package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/installer"
)

// others lists the hooks of others that can fire on a question, before the
// diff of an install.
type others struct {
	home     string
	proposal *proposal
	memo     memo
}

func (o *others) page(width, _ int, st *styles) page {
	title := "Another hook can fire on questions too"
	if n := len(o.proposal.plan.Foreign); n > 1 {
		title = fmt.Sprintf("%d other hooks can fire on questions too", n)
	}
	p := lines(o.memo.of(width, st, func() []string { return o.rows(width, st) }))
	p.head = []string{" " + st.strong.Render(title)}
	p.subject = subject(o.home, o.proposal.change.where())
	return p
}

func (o *others) rows(width int, st *styles) []string {
	all := append([]string{""}, styled(indented("When two hooks answer the same question, the last to finish wins. neverask leaves these hooks as they are.", 1, prose(width)-1), st.muted)...)
	for _, f := range o.proposal.plan.Foreign {
		all = append(append(all, ""), foreignRows(o.home, f, 3, width, st)...)
	}
	return all
}

// foreignRows name a hook: who, where, and when it fires.
func foreignRows(home string, f installer.Foreign, indent, width int, st *styles) []string {
	matcher := "every tool"
	if f.Matcher != nil && *f.Matcher != "" && *f.Matcher != "*" {
		matcher = "matcher " + clean(home, *f.Matcher)
	}
	where := fmt.Sprintf("%s:%d", short(home, f.Target.Path), f.Line)
	name := f.Redacted()
	if name == "" {
		name = "a handler that runs nothing"
	}
	all := indented(name, indent, width-1)
	return append(all, styled(indented(diffview.Visible(f.Event)+" · "+matcher+" · "+where, indent+2, width-1), st.muted)...)
}

func (o *others) bindings() []binding {
	return []binding{
		bind("continue", func(m *model) tea.Cmd { return m.show(o.proposal) }, "enter"),
		bind("back", (*model).back, "esc"),
	}
}
