package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/kit"
)

// detail draws the chosen rule: its last question as Claude asks it, what would
// happen to it and why, and what is to be known of the rule. The descriptions
// of the options give way to the rest when the height is low.
func (t *preferencesTab) detail(width, height int, st *kit.Styles) []string {
	all := t.detailRows(width, true, st)
	if len(all) > height {
		all = t.detailRows(width, false, st)
	}
	return all
}

func (t *preferencesTab) detailRows(width int, described bool, st *kit.Styles) []string {
	r, ok := t.chosen()
	if !ok {
		return []string{st.Muted.Render(" No matches. Press esc to show all rules")}
	}
	var all []string
	f, looked := t.facts[ruleKey(r)]
	switch {
	case looked && f.latest != nil:
		all = append(all, dialogRows(f.latest, takenBy(f), described, width, st)...)
		all = append(all, t.verdict(r, f, width, st)...)
	default:
		all = append(all, ruleRows(r, width, st)...)
	}
	if looked && f.tried && f.latest == nil {
		all = append(all, kit.Noted(kit.Mark("▲", "never matched", kit.Warn), "no past question looks like this", width, st)...)
	}
	if r.Trusted != nil {
		all = append(all, t.origin(r, width, st)...)
	}
	for _, f := range t.about(r) {
		if f.Kind == unmatched && looked {
			continue // the questions that were looked at say it
		}
		all = append(all, kit.Noted(findingBadge(f), kit.Clean(t.home, f.Message), width, st)...)
	}
	if r.OneWay != "" {
		all = append(all, kit.Noted(kit.Mark("⚠", "one-way", kit.Warn), "it answers irreversible questions once you have given exactly this answer to exactly that question", width, st)...)
	}
	for _, w := range r.Widen {
		what := w.Words
		if w.Only != nil {
			what = strings.Join(w.Only, ", ")
		}
		all = append(all, kit.Noted(kit.Mark("·", "widened", kit.Calm), w.Slot+" may be "+kit.Clean(t.home, what), width, st)...)
	}
	for _, o := range f.offers {
		if _, passes := r.Widen.In(o.Slot); !passes {
			all = append(all, kit.Noted(kit.Mark("·", "may be widened", kit.Calm), "you gave the same answer for "+kit.Clean(t.home, strings.Join(o.Seen[:2], " and "))+"; press w to accept others", width, st)...)
		}
	}
	return append(all, t.parts(r, f, looked, width, st)...)
}

// takenBy is what the rules do with the last question: the options they take,
// and the word for it.
func takenBy(f facts) taken {
	if f.err != nil || len(f.decision.Choices) == 0 {
		return taken{}
	}
	c := f.decision.Choices[0]
	switch c.Verdict {
	case question.Answered:
		return taken{c.Options, c.Text, "taken"}
	case question.Preferred:
		return taken{c.Options, "", "first"}
	}
	return taken{}
}

// taken is what is chosen in a question.
type taken struct {
	options []int
	text    string
	word    string
}

// dialogRows draws a question as Claude asks it.
func dialogRows(q *transcript.Question, chosen taken, described bool, width int, st *kit.Styles) []string {
	var all []string
	if q.Header != "" {
		all = append(all, " "+st.Accent.Render("☐ "+kit.Fit(diffview.Visible(q.Header), width-4)))
	}
	all = append(all, kit.Styled(kit.Indented(diffview.Visible(q.Text), 1, width), st.Strong)...)
	for i, o := range q.Options {
		mark, style := "   ", kit.Plain
		label := strconv.Itoa(i+1) + ". " + diffview.Visible(o.Label)
		if slices.Contains(chosen.options, i) {
			mark, style = st.Selected.Render(" ▸ "), st.Selected
			label += "  ✓ " + chosen.word
		}
		for j, l := range kit.Wrap(label, width-6) {
			if j > 0 {
				mark = "      "
			}
			all = append(all, mark+style.Render(l))
		}
		if described && o.Description != "" {
			all = append(all, kit.Styled(kit.Indented(diffview.Visible(o.Description), 6, width), st.Muted)...)
		}
	}
	if chosen.text != "" {
		all = append(all, kit.Styled(kit.Indented("▸ “"+diffview.Visible(chosen.text)+"”  ✓ "+chosen.word, 1, width), st.Selected)...)
	}
	return all
}

// verdict says what the rules do with the last question, and why.
func (t *preferencesTab) verdict(r question.Rule, f facts, width int, st *kit.Styles) []string {
	if f.err != nil {
		return kit.Noted(kit.Mark("✗", "unknown", kit.Bad), kit.Clean(t.home, f.err.Error()), width, st)
	}
	c := f.decision.Choices[0]
	b := verdictBadge(c.Verdict)
	why := kit.Clean(t.home, c.Why)
	all := kit.Noted(b, why, width, st)
	if c.Rule != r.ID && c.Rule != "" {
		name := c.Rule
		if other, ok := t.book.rule(c.Rule); ok {
			name = strings.TrimSpace(quoted(other) + ", " + modeBadge(other.Mode).Word + " " + answerText(other.Effective()))
		}
		all = append(all, kit.Noted(kit.Mark("▲", "overruled", kit.Warn), "another rule decides this one: "+diffview.Visible(name), width, st)...)
	}
	return all
}

func verdictBadge(v question.Verdict) kit.Badge {
	switch v {
	case question.Answered:
		return kit.Mark("●", "answered for you", kit.Good)
	case question.Preferred:
		return kit.Mark("◇", "asked, this first", kit.Calm)
	}
	return kit.Mark("○", "asked", kit.Warn)
}

// ruleRows draws what a rule matches, when no past question shows it.
func ruleRows(r question.Rule, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(matchText(r.Match), 1, width), st.Strong)
	if a := r.Effective(); !a.IsZero() {
		all = append(all, kit.Styled(kit.Indented("▸ "+answerText(a), 1, width), st.Selected)...)
	}
	return all
}

// parts lists the rest of a rule.
func (t *preferencesTab) parts(r question.Rule, f facts, known bool, width int, st *kit.Styles) []string {
	all := []string{""}
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width, st)...)
		}
	}
	b := modeBadge(r.Mode)
	about := strictjson.Explain(question.Modes(), string(r.Mode))
	if r.Trusted != nil && r.Mode == question.AlwaysAsk {
		about = "asks, unless one of your own rules answers"
	}
	add("mode", b.Draw(st)+" · "+about)
	if known && f.latest != nil {
		add("matches", matchText(r.Match))
	}
	if r.Mode == question.AlwaysAsk {
		add("keeps", keptText(r.Answer))
	} else {
		add("answer", answerText(r.Answer))
	}
	add("where", scopeText(t.home, r))
	switch {
	case t.past.seen == nil:
		add("past", t.past.loading())
	case known && f.latest != nil:
		add("past", replayText(f))
	}
	if i := slices.IndexFunc(f.steps, func(s question.Step) bool { return s.Kind == "evidence" && s.Rule == r.ID }); i >= 0 {
		add("seen", kit.Clean(t.home, f.steps[i].Text))
	}
	u := t.usage(r)
	if u.times > 0 {
		add("used", fmt.Sprintf("%d×, last %s", u.times, kit.Since(t.now(), u.last)))
	}
	for _, f := range question.Fields() {
		if f.Part == strictjson.Naming {
			add(f.Label, kit.Clean(t.home, f.Of(&r).String()))
		}
	}
	return all
}

// replayText says how a rule would have done.
func replayText(f facts) string {
	if f.matched == 0 {
		return "matches no past question"
	}
	s := "matches " + diffview.Count(f.matched, "past question")
	if f.capped {
		s += fmt.Sprintf(", the latest %d replayed", f.replay.Matched)
	}
	if f.replay.Answerable()+f.replay.OneWay == 0 {
		return s
	}
	s += " · " + f.replay.Summary()
	switch n := len(f.replay.Different); {
	case f.replay.Overruled > 0:
		s += fmt.Sprintf(" · ▲ %d different from yours", f.replay.Overruled)
	case n > 0:
		s += fmt.Sprintf(" · you answered %d differently", n)
	case f.replay.Answered > 0:
		s += " · always as you did"
	}
	return s
}

// ruleDetail shows all of a rule, where the list has no room for it.
type ruleDetail struct{ tab *preferencesTab }

func (*ruleDetail) Crumb() string { return "Details" }

func (t *preferencesTab) openDetail(m *kit.Model) tea.Cmd {
	m.Push(&ruleDetail{t})
	return t.Follow()
}

func (d *ruleDetail) Page(width, _ int, st *kit.Styles) kit.Page {
	p := kit.Lines(append([]string{""}, d.tab.detail(kit.Prose(width), kit.Far, st)...))
	p.Subject = kit.Short(d.tab.home, d.tab.book.path)
	return p
}

func (d *ruleDetail) Bindings() []kit.Binding {
	return append(d.tab.ruleBindings(), kit.Bind("back", (*kit.Model).Back, "esc", "enter"))
}
