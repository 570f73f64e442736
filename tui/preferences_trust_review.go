package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// proposalReview shows what a project proposes: exactly what is accepted with it.
type proposalReview struct {
	tab   *preferencesTab
	shown trust.Review // what is on the screen, and nothing else can be accepted
	text  kit.Memo
	diff  change.Drawn // below the text, when there is something to accept
}

func (*proposalReview) Crumb() string { return "Project" }

// openProposal opens the review of a project.
func (t *preferencesTab) openProposal(m *kit.Model, project string) *proposalReview {
	r, _ := t.state.Proposals.Of(project)
	v := &proposalReview{tab: t, shown: r}
	m.Push(v)
	m.Say("")
	return v
}

// renewProposal takes care that an open review shows what is proposed now. When that was
// something else, a question about it is gone.
func renewProposal(m *kit.Model) {
	for i := range m.Layers {
		v, ok := m.Layers[i].Layer.(*proposalReview)
		if !ok {
			continue
		}
		now, _ := v.tab.state.Proposals.Of(v.shown.Project)
		if !follow.Same(now, v.shown) {
			m.Layers = m.Layers[:i+1]
			m.ToTop()
			v.show(now)
			m.Say("changed in the meantime; this is the current proposal")
		}
		return
	}
}

func (v *proposalReview) show(r trust.Review) {
	v.shown, v.text, v.diff = r, kit.Memo{}, change.Drawn{}
}

func (v *proposalReview) Page(width, height int, st *kit.Styles) kit.Page {
	text := v.text.Of(width, st, func() []string { return v.rows(width, st) })
	if v.diff.Lines == nil || v.diff.Width != width {
		v.diff = v.file(width)
	}
	file, digits := v.diff.Lines, v.diff.Digits
	p := kit.Page{Rows: len(text) + len(file), Row: func(i int) string {
		if i < len(text) {
			return text[i]
		}
		return file[i-len(text)].Draw(width, digits, st)
	}}
	p.Subject = kit.Short(v.tab.home, v.shown.Path())
	title := "What " + kit.Short(v.tab.home, v.shown.Project) + " proposes"
	p.Head = kit.Spaced(height, " "+st.Strong.Render(kit.Fit(title, width-2)), "")
	return p
}

func (v *proposalReview) rows(width int, st *kit.Styles) []string {
	r, home, inner := v.shown, v.tab.home, kit.Prose(width)
	all := kit.Noted(drawing.ProposalBadge(r.State), drawing.ProposalText(home, r), inner, st)
	if r.Acceptable() {
		about := "Once accepted they apply until the file changes by even one byte; then they are off until you accept it again. You are always asked about irreversible actions."
		all = append(all, kit.Styled(kit.Indented(about, 3, inner), st.Muted)...)
	}
	if r.Acceptable() && v.tab.state.InSession {
		all = append(all, kit.Noted(kit.Mark("▲", "not here", kit.Warn), "this is a session of Claude Code, and only you can accept: run neverask in a terminal of your own", inner, st)...)
	}
	all = append(all, "")
	all = append(all, kit.Labelled("file", kit.Short(home, r.Path()), inner, st)...)
	if r.Digest != "" {
		all = append(all, kit.Labelled("SHA-256", r.Digest, inner, st)...)
	}
	if b := r.Before; b != nil {
		all = append(all, kit.Labelled("accepted", drawing.Day(b.Accepted)+", SHA-256 "+drawing.Brief(b.Digest), inner, st)...)
	}
	all = append(all, "")
	switch r.State {
	case trust.Refused:
		all = append(all, v.refusals(inner, st)...)
	case trust.Gone:
		if r.Before != nil {
			all = append(all, kit.Heading("What you accepted", inner, st)...)
			all = append(all, v.ruleRows(r.Before.Rules(), inner, st)...)
		}
	default:
		all = append(all, kit.Heading("In this project only, after all of your own rules:", inner, st)...)
		all = append(all, v.ruleRows(r.Rules, inner, st)...)
		title := "The whole file:"
		if r.State == trust.Changed {
			title = "The whole file, compared with what you accepted:"
		}
		all = append(all, kit.Heading(title, inner, st)...)
	}
	return all
}

// refusals say why a proposal cannot be accepted.
func (v *proposalReview) refusals(width int, st *kit.Styles) (all []string) {
	mark := kit.Mark("✗", "problem", kit.Bad)
	for _, p := range v.shown.Problems {
		text := fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Message)
		if p.Rule != "" {
			text = fmt.Sprintf("%d:%d: %s: %s", p.Line, p.Column, p.Rule, p.Message)
		}
		all = append(all, kit.Noted(mark, diffview.Visible(text), width, st)...)
	}
	if v.shown.Err != nil {
		all = append(all, kit.Noted(mark, kit.Tilde(v.tab.home, diffview.Visible(v.shown.Err.Error())), width, st)...)
	}
	return append(append(all, ""), kit.Styled(kit.Indented("It has no effect. The project's maintainers need to fix it.", 1, width), st.Muted)...)
}

// ruleRows put rules into words, each with what its text does not show at first
// sight.
func (v *proposalReview) ruleRows(rules []question.Rule, width int, st *kit.Styles) (all []string) {
	concerns := v.shown.Concerns()
	for _, r := range rules {
		text := drawing.MatchText(r.Match)
		if a := r.Effective(); !a.IsZero() {
			text += " → " + drawing.AnswerText(a)
		}
		all = append(all, kit.Noted(drawing.ModeBadge(r.Mode), text, width, st)...)
		if r.Note != "" {
			all = append(all, kit.Styled(kit.Indented("their note: "+diffview.Visible(r.Note), 3, width), st.Muted)...)
		}
		for _, c := range concerns {
			if c.Rule == r.ID {
				all = append(all, kit.Styled(kit.Indented("▲ "+diffview.Visible(c.Message), 3, width), st.Warn)...)
			}
		}
	}
	return append(all, "")
}

// file is the file in lines of a width, and nothing of it is hidden: a repository
// must not be able to hide a rule by making it look like a secret.
func (v *proposalReview) file(width int) change.Drawn {
	if v.shown.State == trust.Refused || v.shown.State == trust.Gone {
		return change.Drawn{Width: width, Lines: []change.Line{}}
	}
	var rows []change.Line
	for _, r := range v.shown.Diff() {
		if r.Kind == diffview.Head {
			continue // all lines are there
		}
		rows = append(rows, change.Line{Left: r, Numbered: true})
	}
	return change.BreakLines(rows, change.Unified, width)
}

func (v *proposalReview) Bindings() []kit.Binding {
	t := v.tab
	var all []kit.Binding
	if v.shown.Acceptable() && t.state.Rules.Editable() && !t.state.InSession {
		all = append(all, kit.Bind("accept…", v.accept, "a").Means("accept exactly this (asks first)").Writing())
	}
	if v.shown.Before != nil && t.state.Rules.Editable() {
		all = append(all, kit.Bind("revoke…", v.revoke, "d").Means("revoke (asks first)").Writing())
	}
	if len(t.state.Proposals.All()) > 1 {
		all = append(all, kit.Quiet("→ l", "next project", v.step(1), "right", "l"), kit.Quiet("← h", "previous project", v.step(-1), "left", "h"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// step shows the review of another project.
func (v *proposalReview) step(by int) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		all := v.tab.state.Proposals.All()
		at := slices.IndexFunc(all, func(r trust.Review) bool { return r.Project == v.shown.Project })
		v.show(all[(max(at, 0)+by+len(all))%len(all)])
		m.ToTop()
		m.Say("")
		return nil
	}
}
