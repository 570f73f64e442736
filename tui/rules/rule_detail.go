package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// detail draws the chosen rule: its last question as Claude asks it, what would happen to the
// question and why, and the facts about the rule. On a low screen the descriptions of the options
// give way, and on one that has no room for the answer and what happens with it below them, the other
// options come last and the question is cut. The steps of the decision follow if there is room; unfolded lists all matching rules.
func (t *Place) detail(width, height, room int, unfolded bool, st *kit.Styles) []string {
	if s, ok := t.review.current(); ok {
		if all := t.review.rows(s, true, width, st); len(all) <= height {
			return all
		}
		return t.review.rows(s, false, width, st)
	}
	if tool, ok := t.chosenTool(); ok {
		return t.toolRows(tool, width, st)
	}
	if line, ok := t.lineIn(t.at()); ok {
		return lineRows(&t.list, line, width, st)
	}
	r, ok := t.Chosen()
	if !ok {
		return t.find.NoMatches(t.mode != "" || t.scope != "", st)
	}
	f, looked := t.facts[r.ID]
	a := account{t.notices(), r, f, looked}
	all, _ := a.rows(width, height, described, st)
	if len(all) > height {
		told := 0
		if all, told = a.rows(width, height, brief, st); len(all) > height && told >= height { // the last row says that there are more
			all, _ = a.rows(width, height, tight, st)
		}
		return all
	}
	if len(f.steps) > 0 {
		d := drawing.Decision{Decision: f.decision, Steps: f.steps, Unfolded: unfolded}
		why := append([]string{""}, kit.Heading(howDecided, width, st)...)
		why = append(why, t.state.SilentNote(width, st)...)
		all = kit.More(all, room, append(why, d.Reasons(t.home, t.state.Rules.Rule, width, st)...))
	}
	return all
}

// An account describes a rule.
type account struct {
	notices
	rule   question.Rule
	facts  facts
	looked bool // whether the facts are known
}

// Ways to draw the last question of a rule.
type questionLook int

const (
	described questionLook = iota // with the descriptions of its options
	brief                         // without
	tight                         // without, cut to leave room for its answer and what happens with it
)

// rows draws the account; the first told of them hold what the rule answers and whether it does.
func (a account) rows(width, height int, look questionLook, st *kit.Styles) (all []string, told int) {
	r, f, looked := a.rule, a.facts, a.looked
	var verdict, other []string
	if looked && f.Latest != nil {
		verdict, other = a.verdict(width, st)
		asked, answer, others := a.question(width, look, st)
		if look == tight { // the last row says that there are more
			asked = cutQuestion(asked, height-1-len(slices.Concat(other, answer, verdict, a.off(width, st))), width)
		}
		all = slices.Concat(other, asked, answer, verdict, a.off(width, st), others)
	} else {
		all = append(ruleRows(r, width, st), a.off(width, st)...)
	}
	told = len(all)
	if looked && f.Tried && f.Latest == nil {
		all = append(all, kit.Noted(drawing.FindingBadge(preferences.Finding{Kind: drawing.Unmatched}),
			"no past question looks like this", width, st)...)
	}
	all = append(all, a.findings(other != nil, width, st)...)
	if r.OneWay != "" {
		all = append(all, kit.Noted(kit.Mark("⚠", "irreversible", kit.Warn),
			"it answers only questions that you have answered exactly this way yourself", width, st)...)
	}
	return append(all, a.parts(width, st)...), told
}

// question draws the last question of the rule: all in one, or if it is tight its text, its answer and the other options.
func (a account) question(width int, look questionLook, st *kit.Styles) (asked, answer, others []string) {
	q, taken := *a.facts.Latest, drawing.TakenBy(a.facts.decision)
	if taken.By != "" && a.facts.decision.Choices[0].Rule != a.rule.ID {
		taken.By = "another rule"
	}
	if a.facts.Last.After(q.Time) { // that time, somebody else may have answered
		q.Answer, q.Chosen = "", nil
	}
	if look == tight {
		asked, answer, others = drawing.QuestionParts(&q, taken, width, st)
	} else {
		asked = drawing.Question(&q, taken, look == described, width, st)
	}
	label := st.Muted.Render(" last asked " + diffview.Since(a.now(), a.facts.Last) + ":")
	if q.Header == "" {
		return append([]string{label}, asked...), answer, others
	}
	asked[0] = kit.Fit(label+asked[0], width)
	return asked, answer, others
}

// cutQuestion cuts a question, whose first row says when it was asked, to some rows, of which its text gets at least one.
func cutQuestion(asked []string, rows, width int) []string {
	rows = max(rows, 1)
	if rows == 1 {
		asked = asked[1:]
	}
	if len(asked) <= rows {
		return asked
	}
	asked = slices.Clone(asked[:rows])
	if last := &asked[rows-1]; kit.Width(*last) > width-2 {
		*last = kit.Fit(*last, width-2)
	} else {
		*last += " …"
	}
	return asked
}

// off says why no rule answers, and what to do about it; nil if they do.
func (a account) off(width int, st *kit.Styles) []string {
	silent := a.state.Silent()
	if silent == "" {
		return nil
	}
	if len(a.state.Install()) > 0 {
		silent += "; press i to install them"
	}
	return kit.Noted(kit.Mark("○", "off", kit.Calm), silent, width, st)
}

// findings says what is wrong with the rule, as far as the facts do not say it. decided means that another
// rule decides its last question.
func (a account) findings(decided bool, width int, st *kit.Styles) (all []string) {
	for _, f := range a.state.Rules.About(a.rule) {
		switch {
		case f.Kind == drawing.Unmatched && a.looked, f.Kind == drawing.Idle && decided:
			continue
		case (f.Kind == drawing.Unanswered || f.Kind == drawing.Paused) &&
			(a.state.Silent() != "" || a.looked && a.facts.Latest != nil):
			continue
		}
		if other, ok := a.state.Rules.Rule(f.Other); ok {
			f.Message = strings.Replace(f.Message, " as "+f.Other, " as "+drawing.Quoted(other), 1)
		}
		if f.Kind == drawing.NoEffect && a.state.Rules.Editable() && !a.state.Unknown && allowable(a.rule) {
			f.Message += "; in the file, which o opens, " + allowing
		}
		all = append(all, kit.Noted(drawing.FindingBadge(f), kit.Clean(a.home, f.Message), width, st)...)
	}
	return all
}

// verdict says what the rules do with the last question and why, and which other rule decides it,
// if any.
func (a account) verdict(width int, st *kit.Styles) (verdict, other []string) {
	if err := a.facts.err; err != nil {
		return kit.Noted(kit.Mark("✗", "unknown", kit.Bad), kit.Clean(a.home, err.Error()), width, st), nil
	}
	c := a.facts.decision.Choices[0]
	if name := c.Rule; name != a.rule.ID && name != "" {
		if r, ok := a.state.Rules.Rule(name); ok {
			name = drawing.RuleText(r) + "; press x to go to it"
		}
		b, what := kit.Mark("·", "not this rule", kit.Calm), "another one decides this question: "
		if a.has(drawing.Idle) {
			b, what = drawing.FindingBadge(preferences.Finding{Kind: drawing.Idle}),
				"another rule decides all its questions, this one too: "
		}
		other = kit.Noted(b, what+diffview.Visible(name), width, st)
	}
	if a.state.Silent() != "" {
		return nil, other
	}
	return kit.Noted(drawing.VerdictBadge(c.Verdict), kit.Curled(kit.Clean(a.home, c.Why)), width, st), other
}

// ruleRows draws what a rule matches, for a rule without a past question.
func ruleRows(r question.Rule, width int, st *kit.Styles) []string {
	all := kit.Styled(kit.Indented(drawing.MatchText(r.Match), 1, width), st.Strong)
	if a := r.Effective(); !a.IsZero() {
		all = append(all, kit.Styled(kit.Indented("▸ "+drawing.AnswerText(a), 1, width), st.Selected)...)
	}
	return all
}

// anyValue says which values in the rule's wording stand for any value.
func anyValue(r question.Rule) string {
	if r.Varies() == "" {
		return ""
	}
	return " · any value in place of " + diffview.Visible(r.Varies())
}

// has reports whether the rule has a finding of a kind.
func (a account) has(kind string) bool {
	return slices.ContainsFunc(a.state.Rules.About(a.rule), func(f preferences.Finding) bool { return f.Kind == kind })
}

// mode says what the mode of the rule does, and what prevents it.
func (a account) mode() string {
	r, about := a.rule, strictjson.Explain(question.Modes(), string(a.rule.Mode))
	decided := a.looked && a.facts.Latest != nil && a.facts.err == nil
	switch {
	case r.Mode == question.AlwaysAsk:
		return about
	case a.has(drawing.NoEffect):
		return "but Claude asks every time: it may be irreversible"
	case a.state.Unhooked && a.state.Rules.Err == nil && !a.state.Stopped:
		return about + "; but the hooks are not installed"
	case a.state.Silent() != "", a.state.Off != "":
		return about + "; but " + cmp.Or(a.state.Silent(), a.state.Off)
	case decided && a.facts.decision.Choices[0].Rule != r.ID:
		return about + "; but another rule decides"
	case r.Mode == question.PreferMode:
		return about
	case a.has(drawing.AlwaysNew):
		return about + "; but each question was new so far"
	case a.has(drawing.Paused):
		return about + "; but Claude asks until you give this answer yourself"
	case decided && a.facts.decision.Choices[0].Verdict != question.Answered && a.facts.decision.Choices[0].New == "":
		return about + "; but this question is asked"
	case decided && a.facts.decision.Choices[0].Verdict != question.Answered, !decided && a.has(drawing.Unanswered):
		return about + ", once Claude has asked you this question"
	}
	return about
}

// modeNow returns the mode of the rule with the sign that the list has for what it does now.
func (a account) modeNow() kit.Badge {
	mode := drawing.ModeBadge(a.rule.Mode)
	now, _ := a.state.Signs(a.rule)
	if now.Word == mode.Word {
		return now
	}
	return kit.Mark(now.Sign, mode.Word, now.Style)
}

// parts lists the other fields of a rule.
func (a account) parts(width int, st *kit.Styles) []string {
	r, f, known := a.rule, a.facts, a.looked
	all := []string{""}
	add := func(label, text string) {
		if text != "" {
			all = append(all, kit.Labelled(label, text, width-1, st)...)
		}
	}
	add("mode", a.modeNow().Draw(st)+" · "+a.mode())
	if known && f.Latest != nil {
		add("matches", drawing.MatchText(r.Match)+anyValue(r))
	}
	if r.Mode == question.AlwaysAsk {
		add("keeps", drawing.KeptText(r.Answer))
	} else {
		add("answer", drawing.AnswerText(r.Answer)+map[bool]string{true: " · a text, not an option"}[r.Answer.Text != ""])
	}
	add("where", drawing.ScopeText(a.home, r))
	switch {
	case a.state.Questions.All == nil:
		add("past", a.state.Questions.Loading())
	case known && f.Latest != nil:
		add("past", replayText(r, f.Backtest))
	}
	if i := slices.IndexFunc(f.steps, func(s question.Step) bool { return s.Kind == "evidence" && s.Rule == r.ID }); i >= 0 {
		answered := f.steps[i].Text
		if f.steps[i].Unanswered && f.Replay.Seen > 0 {
			answered = preferences.Uncounted(f.Replay.Seen)
		}
		add("answered", kit.Clean(a.home, answered))
	}
	u := a.state.Usage(r)
	if u.Times > 0 {
		add("used", fmt.Sprintf("%d×, %s", u.Times, diffview.Last(a.now(), u.Last)))
	}
	for _, f := range question.Fields() {
		if f.Name == "created" {
			add(f.Label, drawing.CreatedText(r.Created))
		} else if f.Part == strictjson.Naming {
			add(f.Label, kit.Clean(a.home, f.Of(&r).String()))
		}
	}
	return all
}

// replayText says how a rule would have done.
func replayText(r question.Rule, f rulestate.Backtest) string {
	if f.Matched == 0 {
		return "matches no past question"
	}
	s := "matches " + diffview.Count(f.Matched, "past question")
	if f.Spared > 0 {
		s += fmt.Sprintf(", %d answered by neverask", f.Spared)
	}
	if f.Capped {
		s += fmt.Sprintf(", the latest %d replayed", f.Replay.Matched)
	}
	switch {
	case f.Lack != nil && f.Replay.Answerable()+f.Replay.OneWay == 0:
		return s + " · would have answered none of them"
	case f.Replay.Answerable()+f.Replay.OneWay == 0:
		return s
	case f.Opposed():
		return s + " · ▲ " + otherwiseText(f)
	}
	if r.OneWay == "" && f.Replay.New == f.Replay.Matched && f.Replay.Seen > 0 && len(f.Replay.Different) == 0 {
		return s + " · would answer when Claude asks the same again"
	}
	s += " · " + f.Replay.Summary()
	switch n := len(f.Replay.Different); {
	case f.Replay.Overruled > 0:
		s += fmt.Sprintf(" · ▲ you answered differently %d×", f.Replay.Overruled)
	case n > 0:
		s += fmt.Sprintf(" · you answered differently %d×", n)
	case f.Replay.Answered > 0:
		s += " · always as you did"
	}
	return s
}

// otherwiseText says what the person answered instead of a rule's answer.
func otherwiseText(f rulestate.Backtest) string {
	answer, times := f.Otherwise()
	if n := len(f.Replay.Different); answer == "" || 2*times <= n {
		return fmt.Sprintf("you answered differently %d of %d times", n, f.Decided)
	}
	if f.Decided == 1 {
		return "you chose “" + diffview.Visible(answer) + "”"
	}
	return fmt.Sprintf("you chose “%s” %d of %d times", diffview.Visible(answer), times, f.Decided)
}

const howDecided = "How neverask decides this question now"

// ruleDetail is the page of a rule: the detail of the list, past answers, and how its last
// question is decided.
type ruleDetail struct {
	place *Place
	drawing.Decision
}

func (*ruleDetail) Crumb() string { return kit.DetailsCrumb }

func (t *Place) openDetail(m *kit.Model) tea.Cmd {
	m.Push(&ruleDetail{place: t})
	return t.Follow()
}

func (d *ruleDetail) Page(width, height int, st *kit.Styles) kit.Page {
	rows := append(kit.Spaced(height, ""), d.place.detail(kit.Prose(width), kit.Far, kit.Far, d.Unfolded, st)...)
	d.Heading = slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, howDecided) })
	p := kit.Lines(rows)
	p.Subject = kit.Short(d.place.home, d.place.state.Rules.Path)
	return p
}

func (d *ruleDetail) Bindings() []kit.Binding {
	if _, ok := d.place.review.current(); ok {
		return append(slices.DeleteFunc(d.place.review.bindings(),
			func(b kit.Binding) bool { return b.Keys()[0] == "right" }), kit.Bind("back", (*kit.Model).Back, "esc"))
	}
	r, _ := d.place.Chosen()
	f := d.place.facts[r.ID]
	d.Decision.Decision, d.Steps = f.decision, f.steps
	return slices.Concat(d.place.installing(), d.place.edits(),
		explaining(d.place), d.Decision.Bindings(), []kit.Binding{kit.Bind("back", (*kit.Model).Back, "esc", "enter")})
}
