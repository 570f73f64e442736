package proposal

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// A Review shows what a project proposes: exactly what is accepted with it.
type Review struct {
	state *follow.State
	home  string
	now   func() time.Time
	Shown trust.Review // what is on the screen, and nothing else can be accepted
	text  kit.Memo
	diff  change.Drawn // below the text, when there is something to accept
}

// Crumb names the page.
func (*Review) Crumb() string { return "Project" }

// Open opens the review of a project, and with revoke the question whether to forget what
// was accepted of it.
func Open(m *kit.Model, state *follow.State, project string, revoke bool) tea.Cmd {
	r, _ := state.Proposals.Of(project)
	v := &Review{state: state, home: m.Home, now: m.Now, Shown: r}
	m.Push(v)
	if revoke && r.Before != nil {
		return v.revoke(m)
	}
	return nil
}

// Renew takes care that an open review shows what is proposed now. When that was
// something else, a question about it is gone.
func Renew(m *kit.Model) {
	for i := range m.Layers {
		v, ok := m.Layers[i].Layer.(*Review)
		if !ok {
			continue
		}
		now, _ := v.state.Proposals.Of(v.Shown.Project)
		if !follow.Same(now, v.Shown) {
			m.Layers = m.Layers[:i+1]
			m.To(0)
			v.show(now)
			m.Say("changed in the meantime; this is the current proposal")
		}
		return
	}
}

func (v *Review) show(r trust.Review) {
	v.Shown, v.text, v.diff = r, kit.Memo{}, change.Drawn{}
}

// Page draws it.
func (v *Review) Page(width, height int, st *kit.Styles) kit.Page {
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
	p.Subject = kit.Short(v.home, v.Shown.Path())
	title := "What " + kit.Short(v.home, v.Shown.Project) + " proposes"
	p.Head = kit.Spaced(height, " "+st.Strong.Render(kit.Fit(title, width-2)), "")
	return p
}

func (v *Review) rows(width int, st *kit.Styles) []string {
	r, home, inner := v.Shown, v.home, kit.Prose(width)
	all := kit.Noted(drawing.ProposalBadge(r.State), drawing.ProposalText(home, r), inner, st)
	if r.Acceptable() {
		about := "Once accepted they apply until the file changes by even one byte; then they are off until you accept it again. You are always asked about irreversible actions."
		all = append(all, kit.Styled(kit.Indented(about, 3, inner), st.Muted)...)
	}
	if r.Acceptable() && v.state.InSession {
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
func (v *Review) refusals(width int, st *kit.Styles) (all []string) {
	mark := kit.Mark("✗", "problem", kit.Bad)
	for _, p := range v.Shown.Problems {
		text := fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Message)
		if p.Rule != "" {
			text = fmt.Sprintf("%d:%d: %s: %s", p.Line, p.Column, p.Rule, p.Message)
		}
		all = append(all, kit.Noted(mark, diffview.Visible(text), width, st)...)
	}
	if v.Shown.Err != nil {
		all = append(all, kit.Noted(mark, kit.Tilde(v.home, diffview.Visible(v.Shown.Err.Error())), width, st)...)
	}
	return append(append(all, ""), kit.Styled(kit.Indented("It has no effect. The project's maintainers need to fix it.", 1, width), st.Muted)...)
}

// ruleRows put rules into words, each with what its text does not show at first
// sight.
func (v *Review) ruleRows(rules []question.Rule, width int, st *kit.Styles) (all []string) {
	concerns := v.Shown.Concerns()
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
func (v *Review) file(width int) change.Drawn {
	if v.Shown.State == trust.Refused || v.Shown.State == trust.Gone {
		return change.Drawn{Width: width, Lines: []change.Line{}}
	}
	var rows []change.Line
	for _, r := range v.Shown.Diff() {
		if r.Kind == diffview.Head {
			continue // all lines are there
		}
		rows = append(rows, change.Line{Left: r, Numbered: true})
	}
	return change.BreakLines(rows, change.Unified, width)
}

// Bindings are the keys that do something now.
func (v *Review) Bindings() []kit.Binding {
	rules := v.state.Rules
	var all []kit.Binding
	if v.Shown.Acceptable() && rules.Editable() && !v.state.InSession {
		all = append(all, kit.Bind("add its rules…", v.accept, "a", "enter").Means("accept exactly this (asks first)").Writing())
	}
	if v.Shown.Before != nil && rules.Editable() {
		all = append(all, kit.Bind("delete…", v.revoke, "d").Means("delete the rules that you accepted from it (asks first)").Writing())
	}
	if len(v.state.Proposals.All()) > 1 {
		all = append(all, kit.Quiet("→ l", "next project", v.step(1), "right", "l"), kit.Quiet("← h", "previous project", v.step(-1), "left", "h"))
	}
	return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
}

// step shows the review of another project.
func (v *Review) step(by int) func(*kit.Model) tea.Cmd {
	return func(m *kit.Model) tea.Cmd {
		all := v.state.Proposals.All()
		at := slices.IndexFunc(all, func(r trust.Review) bool { return r.Project == v.Shown.Project })
		v.show(all[(max(at, 0)+by+len(all))%len(all)])
		m.To(0)
		m.Say("")
		return nil
	}
}
