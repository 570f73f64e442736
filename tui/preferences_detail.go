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
)

// detail draws the chosen rule: its last question as Claude asks it, what would
// happen to it and why, and what is to be known of the rule. The descriptions
// of the options give way to the rest when the height is low.
func (t *preferencesTab) detail(width, height int, st *styles) []string {
	all := t.detailRows(width, true, st)
	if len(all) > height {
		all = t.detailRows(width, false, st)
	}
	return all
}

func (t *preferencesTab) detailRows(width int, described bool, st *styles) []string {
	r, ok := t.chosen()
	if !ok {
		return []string{st.muted.Render(" nothing is listed; esc shows all rules")}
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
		all = append(all, noted(mark("▲", "never matched", warn), "no question of the past is like this", width, st)...)
	}
	if r.Trusted != nil {
		all = append(all, t.origin(r, width, st)...)
	}
	for _, f := range t.about(r) {
		if f.Kind == unmatched && looked {
			continue // the questions that were looked at say it
		}
		all = append(all, noted(findingBadge(f), clean(t.home, f.Message), width, st)...)
	}
	if r.OneWay != "" {
		all = append(all, noted(mark("⚠", "one-way", warn), "it answers what cannot be undone, once you were asked exactly that and gave this answer", width, st)...)
	}
	for _, w := range r.Widen {
		what := w.Words
		if w.Only != nil {
			what = strings.Join(w.Only, ", ")
		}
		all = append(all, noted(mark("·", "widened", calm), w.Slot+" may be "+clean(t.home, what), width, st)...)
	}
	for _, o := range f.offers {
		if _, passes := r.Widen.In(o.Slot); !passes {
			all = append(all, noted(mark("·", "may be widened", calm), "you answered "+clean(t.home, strings.Join(o.Seen[:2], " and "))+" alike; w lets others pass", width, st)...)
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
func dialogRows(q *transcript.Question, chosen taken, described bool, width int, st *styles) []string {
	var all []string
	if q.Header != "" {
		all = append(all, " "+st.accent.Render("☐ "+fit(diffview.Visible(q.Header), width-4)))
	}
	all = append(all, styled(indented(diffview.Visible(q.Text), 1, width), st.strong)...)
	for i, o := range q.Options {
		mark, style := "   ", plain
		label := strconv.Itoa(i+1) + ". " + diffview.Visible(o.Label)
		if slices.Contains(chosen.options, i) {
			mark, style = st.selected.Render(" ▸ "), st.selected
			label += "  ✓ " + chosen.word
		}
		for j, l := range wrap(label, width-6) {
			if j > 0 {
				mark = "      "
			}
			all = append(all, mark+style.Render(l))
		}
		if described && o.Description != "" {
			all = append(all, styled(indented(diffview.Visible(o.Description), 6, width), st.muted)...)
		}
	}
	if chosen.text != "" {
		all = append(all, styled(indented("▸ “"+diffview.Visible(chosen.text)+"”  ✓ "+chosen.word, 1, width), st.selected)...)
	}
	return all
}

// verdict says what the rules do with the last question, and why.
func (t *preferencesTab) verdict(r question.Rule, f facts, width int, st *styles) []string {
	if f.err != nil {
		return noted(mark("✗", "unknown", bad), clean(t.home, f.err.Error()), width, st)
	}
	c := f.decision.Choices[0]
	b := verdictBadge(c.Verdict)
	why := clean(t.home, c.Why)
	all := noted(b, why, width, st)
	if c.Rule != r.ID && c.Rule != "" {
		name := c.Rule
		if other, ok := t.book.rule(c.Rule); ok {
			name = strings.TrimSpace(quoted(other) + ", " + modeBadge(other.Mode).word + " " + answerText(other.Effective()))
		}
		all = append(all, noted(mark("▲", "overruled", warn), "another rule decides this one: "+diffview.Visible(name), width, st)...)
	}
	return all
}

func verdictBadge(v question.Verdict) badge {
	switch v {
	case question.Answered:
		return mark("●", "answered for you", good)
	case question.Preferred:
		return mark("◇", "asked, this first", calm)
	}
	return mark("○", "asked", warn)
}

// ruleRows draws what a rule matches, when no past question shows it.
func ruleRows(r question.Rule, width int, st *styles) []string {
	all := styled(indented(matchText(r.Match), 1, width), st.strong)
	if a := r.Effective(); !a.IsZero() {
		all = append(all, styled(indented("▸ "+answerText(a), 1, width), st.selected)...)
	}
	return all
}

// parts lists the rest of a rule.
func (t *preferencesTab) parts(r question.Rule, f facts, known bool, width int, st *styles) []string {
	all := []string{""}
	add := func(label, text string) {
		if text != "" {
			all = append(all, labelled(label, text, width, st)...)
		}
	}
	b := modeBadge(r.Mode)
	about := strictjson.Explain(question.Modes(), string(r.Mode))
	if r.Trusted != nil && r.Mode == question.AlwaysAsk {
		about = "asks, unless a rule of your own answers"
	}
	add("mode", b.draw(st)+" · "+about)
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
		add("seen", clean(t.home, f.steps[i].Text))
	}
	u := t.usage(r)
	if u.times > 0 {
		add("used", fmt.Sprintf("%d×, last %s", u.times, since(t.now(), u.last)))
	}
	for _, f := range question.Fields() {
		if f.Part == strictjson.Naming {
			add(f.Label, clean(t.home, f.Of(&r).String()))
		}
	}
	return all
}

// replayText says how a rule would have done.
func replayText(f facts) string {
	if f.matched == 0 {
		return "matches no question that was asked so far"
	}
	s := "matches " + diffview.Count(f.matched, "question") + " of the past"
	if f.capped {
		s += fmt.Sprintf(", the latest %d replayed", f.replay.Matched)
	}
	if f.replay.Answerable()+f.replay.OneWay == 0 {
		return s
	}
	s += " · " + f.replay.Summary()
	switch n := len(f.replay.Different); {
	case f.replay.Overruled > 0:
		s += fmt.Sprintf(" · ▲ %d differently from you", f.replay.Overruled)
	case n > 0:
		s += fmt.Sprintf(" · you answered %d differently", n)
	case f.replay.Answered > 0:
		s += " · never differently from you"
	}
	return s
}

// ruleDetail shows all of a rule, where the list has no room for it.
type ruleDetail struct{ tab *preferencesTab }

func (*ruleDetail) crumb() string { return "Details" }

func (t *preferencesTab) openDetail(m *model) tea.Cmd {
	m.push(&ruleDetail{t})
	return t.follow()
}

func (d *ruleDetail) page(width, _ int, st *styles) page {
	p := lines(append([]string{""}, d.tab.detail(prose(width), far, st)...))
	p.subject = short(d.tab.home, d.tab.book.path)
	return p
}

func (d *ruleDetail) bindings() []binding {
	return append(d.tab.ruleBindings(), bind("back", (*model).back, "esc", "enter"))
}
