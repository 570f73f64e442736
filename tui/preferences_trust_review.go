package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/trust"
	"neverask/hooks/rule/question"
)

// proposalReview shows what a project proposes: exactly what is accepted with it.
type proposalReview struct {
	tab   *preferencesTab
	shown trust.Review // what is on the screen, and nothing else can be accepted
	text  memo
	diff  drawn // below the text, when there is something to accept
}

func (*proposalReview) crumb() string { return "Project" }

// openProposal opens the review of a project.
func (t *preferencesTab) openProposal(m *model, project string) *proposalReview {
	r, _ := t.proposals.of(project)
	v := &proposalReview{tab: t, shown: r}
	m.push(v)
	m.say("")
	return v
}

// take takes what projects propose to the tabs. When that is no longer what
// an open review shows, the review shows what it is now, and a question about
// what it was is gone.
func (msg proposedMsg) take(m *model) tea.Cmd {
	cmd := m.host.receive(msg)
	for i := range m.layers {
		v, ok := m.layers[i].layer.(*proposalReview)
		if !ok {
			continue
		}
		now, _ := v.tab.proposals.of(v.shown.Project)
		if !sameReview(now, v.shown) {
			m.layers = m.layers[:i+1]
			m.toTop()
			v.show(now)
			m.say("this has changed: it is what the project proposes now")
		}
		break
	}
	return cmd
}

func (v *proposalReview) show(r trust.Review) { v.shown, v.text, v.diff = r, memo{}, drawn{} }

func (v *proposalReview) page(width, height int, st *styles) page {
	text := v.text.of(width, st, func() []string { return v.rows(width, st) })
	if v.diff.lines == nil || v.diff.width != width {
		v.diff = v.file(width)
	}
	file, digits := v.diff.lines, v.diff.digits
	p := page{rows: len(text) + len(file), row: func(i int) string {
		if i < len(text) {
			return text[i]
		}
		return file[i-len(text)].draw(width, digits, st)
	}}
	p.subject = short(v.tab.home, v.shown.Path())
	title := "What " + short(v.tab.home, v.shown.Project) + " proposes"
	p.head = spaced(height, " "+st.strong.Render(fit(title, width-2)), "")
	return p
}

func (v *proposalReview) rows(width int, st *styles) []string {
	r, home, inner := v.shown, v.tab.home, prose(width)
	all := noted(proposalBadge(r.State), proposalText(home, r), inner, st)
	if r.Acceptable() {
		about := "Accepted, they hold until the file is changed by a single byte; then they do nothing until you accept it again. What cannot be undone is asked in any case."
		all = append(all, styled(indented(about, 3, inner), st.muted)...)
	}
	if r.Acceptable() && v.tab.inSession {
		all = append(all, noted(mark("▲", "not here", warn), "this is a session of Claude Code, and the yes must be yours: run neverask in a terminal of your own", inner, st)...)
	}
	all = append(all, "")
	all = append(all, labelled("file", short(home, r.Path()), inner, st)...)
	if r.Digest != "" {
		all = append(all, labelled("SHA-256", r.Digest, inner, st)...)
	}
	if b := r.Before; b != nil {
		all = append(all, labelled("accepted", day(b.Accepted)+", SHA-256 "+brief(b.Digest), inner, st)...)
	}
	all = append(all, "")
	switch r.State {
	case trust.Refused:
		all = append(all, v.refusals(inner, st)...)
	case trust.Gone:
		if r.Before != nil {
			all = append(all, heading("What you accepted", inner, st)...)
			all = append(all, v.ruleRows(r.Before.Rules(), inner, st)...)
		}
	default:
		all = append(all, heading("In this project alone, and after every rule of your own:", inner, st)...)
		all = append(all, v.ruleRows(r.Rules, inner, st)...)
		title := "The whole file:"
		if r.State == trust.Changed {
			title = "The whole file, compared with what you accepted:"
		}
		all = append(all, heading(title, inner, st)...)
	}
	return all
}

// refusals say why a proposal cannot be accepted.
func (v *proposalReview) refusals(width int, st *styles) (all []string) {
	mark := mark("✗", "problem", bad)
	for _, p := range v.shown.Problems {
		text := fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Message)
		if p.Rule != "" {
			text = fmt.Sprintf("%d:%d: %s: %s", p.Line, p.Column, p.Rule, p.Message)
		}
		all = append(all, noted(mark, diffview.Visible(text), width, st)...)
	}
	if v.shown.Err != nil {
		all = append(all, noted(mark, tilde(v.tab.home, diffview.Visible(v.shown.Err.Error())), width, st)...)
	}
	return append(append(all, ""), styled(indented("It does nothing as it is. It is for those who maintain the project to correct it.", 1, width), st.muted)...)
}

// ruleRows put rules into words, each with what its text does not show at first
// sight.
func (v *proposalReview) ruleRows(rules []question.Rule, width int, st *styles) (all []string) {
	concerns := v.shown.Concerns()
	for _, r := range rules {
		text := matchText(r.Match)
		if a := r.Effective(); !a.IsZero() {
			text += " → " + answerText(a)
		}
		all = append(all, noted(modeBadge(r.Mode), text, width, st)...)
		if r.Note != "" {
			all = append(all, styled(indented("their note: "+diffview.Visible(r.Note), 3, width), st.muted)...)
		}
		for _, c := range concerns {
			if c.Rule == r.ID {
				all = append(all, styled(indented("▲ "+diffview.Visible(c.Message), 3, width), st.warn)...)
			}
		}
	}
	return append(all, "")
}

// file is the file in lines of a width, and nothing of it is hidden: a repository
// must not be able to hide a rule by making it look like a secret.
func (v *proposalReview) file(width int) drawn {
	if v.shown.State == trust.Refused || v.shown.State == trust.Gone {
		return drawn{width: width, lines: []line{}}
	}
	var rows []line
	for _, r := range v.shown.Diff() {
		if r.Kind == diffview.Head {
			continue // all lines are there
		}
		rows = append(rows, line{left: r, numbered: true})
	}
	return breakLines(rows, unified, width)
}

func (v *proposalReview) bindings() []binding {
	t := v.tab
	var all []binding
	if v.shown.Acceptable() && t.book.editable() && !t.inSession {
		all = append(all, bind("accept…", v.accept, "a").means("accept exactly this; a yes is asked for").writing())
	}
	if v.shown.Before != nil && t.book.editable() {
		all = append(all, bind("revoke…", v.revoke, "d").means("forget what was accepted; a yes is asked for").writing())
	}
	if len(t.proposals.all()) > 1 {
		all = append(all, quiet("→ l", "the next project", v.step(1), "right", "l"), quiet("← h", "the project before", v.step(-1), "left", "h"))
	}
	return append(all, bind("back", (*model).back, "esc"))
}

// step shows the review of another project.
func (v *proposalReview) step(by int) func(*model) tea.Cmd {
	return func(m *model) tea.Cmd {
		all := v.tab.proposals.all()
		at := slices.IndexFunc(all, func(r trust.Review) bool { return r.Project == v.shown.Project })
		v.show(all[(max(at, 0)+by+len(all))%len(all)])
		m.toTop()
		m.say("")
		return nil
	}
}
