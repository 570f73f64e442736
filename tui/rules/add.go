package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// origins asks what a new rule is made from: a past question, or nothing. What is typed finds questions.
type origins struct {
	place  *Place
	all    []rulestate.Origin // the newest first, each wording once
	ruled  []*question.Rule   // by index of all, the rule that already matches; nil until known
	shown  []int              // indices of all
	oneWay map[*rulestate.Origin]bool
	// answers and times are the widths of the columns of answers and of counts.
	answers, times int
	pane           kit.Pane
	find           kit.Find
}

func (*origins) Crumb() string { return "Add" }

// Add asks what a new rule is made from, if there is a choice.
func (t *Place) Add(m *kit.Model) tea.Cmd {
	o := &origins{place: t, find: kit.Find{Active: true}, oneWay: map[*rulestate.Origin]bool{}}
	if seen := t.state.Questions.All; seen != nil {
		o.all = seen.Origins()
	}
	if len(o.all) == 0 {
		return t.addBlank(m)
	}
	o.list()
	m.Push(o)
	seen, rules, all := t.state.Questions.All, t.state.Rules.List, o.all
	return func() tea.Msg { return ruledMsg{o, seen.Ruled(all, rules)} }
}

// ruledMsg says which rules already match the questions.
type ruledMsg struct {
	of    *origins
	rules []*question.Rule
}

func (msg ruledMsg) Take(*kit.Model) tea.Cmd {
	msg.of.ruled = msg.rules
	msg.of.measure()
	return nil
}

// rule returns the rule that already matches a question of the list, or nil.
func (o *origins) rule(i int) *question.Rule {
	if o.ruled == nil || i >= len(o.shown) {
		return nil
	}
	return o.ruled[o.shown[i]]
}

// own returns the rule for exactly the wording of the chosen question, or nil. A rule that matches
// more leaves room for a rule of the question's own.
func (o *origins) own() *question.Rule {
	if r := o.rule(o.pane.Chosen); r != nil && r.Match.Text != "" {
		return r
	}
	return nil
}

func (t *Place) addBlank(m *kit.Model) tea.Cmd {
	return t.NewRule(m, rulestate.NewRuleMsg{Fill: question.Rule{Mode: question.NeverAsk}, By: preferences.ByScreens})
}

func (o *origins) list() {
	o.shown = o.find.Needle().Among(len(o.all), func(i int) *kit.SearchText { return &o.all[i].Sought })
	o.measure()
	o.pane = kit.Pane{Room: o.pane.Room, Read: true}
}

// measure says what the columns hold.
func (o *origins) measure() {
	o.answers, o.times = 0, 0
	for row, i := range o.shown {
		o.answers = max(o.answers, kit.Width(o.answer(row)))
		if o.all[i].Times > 1 {
			o.times = max(o.times, len("asked"), kit.Width("×")+len(strconv.Itoa(o.all[i].Times)))
		}
	}
}

// answer returns what the rule of a question answers, or else what was answered last.
func (o *origins) answer(row int) string {
	r := o.rule(row)
	if r == nil {
		return drawing.Given(o.at(row).Question.Question)
	}
	return cmp.Or(drawing.AnswerText(r.Effective()), drawing.ModeBadge(r.Mode).Word)
}

// Count returns how many rows there are: the questions and, unless searching, the blank rule.
func (o *origins) Count() int {
	if o.find.Line.Text != "" {
		return len(o.shown)
	}
	return len(o.shown) + 1
}

// chosen returns the chosen question, or nil for the blank rule.
func (o *origins) chosen() *rulestate.Origin { return o.at(o.pane.Chosen) }

func (o *origins) at(i int) *rulestate.Origin {
	if i >= len(o.shown) {
		return nil
	}
	return &o.all[o.shown[i]]
}

func (o *origins) Page(width, height int, st *kit.Styles) kit.Page {
	t := o.place
	p := kit.Page{Subject: kit.Short(t.home, t.state.Rules.Path)}
	about := diffview.Count(len(o.all), "question")
	if len(o.shown) < len(o.all) {
		about = fmt.Sprintf("%d of %s", len(o.shown), about)
	}
	p.Head = slices.Concat(kit.Spaced(height, " "+st.Strong.Render("Which question should the rule answer?")),
		[]string{o.find.Listed([]string{about}, width, st)})
	p.Names = func(width int) string {
		answer := o.answerWidth(width)
		return "  " + kit.Right("when", 4) + " " + kit.Ends("question",
			kit.Pad(kit.Right("asked", o.times), o.noted(width))+" ", width-7-answer) + kit.Pad("last answer", answer-1)
	}
	needle := o.find.Needle()
	return o.pane.Lay(p, width, height, o.Count(), st,
		func(i, width int) string { return o.row(i, width, &needle, st) },
		func(width, _ int) []string { return o.about(width, st) }).Without(func(i int) bool { return o.at(i) == nil })
}

// answerWidth is the width of the column of answers.
func (o *origins) answerWidth(width int) int {
	return min(max(width/4, 13), 30, max(o.answers, len("last answer"))+2)
}

func (o *origins) row(i, width int, needle *kit.Needle, st *kit.Styles) string {
	style, left := kit.RowStart(i == o.pane.Chosen, st)
	q := o.at(i)
	if q == nil {
		return kit.Fit(left+style.Render("none of these: write it from scratch"), width)
	}
	when := st.Muted.Render(kit.Right(diffview.Ago(o.place.now(), q.Time), 4))
	answer := o.answerWidth(width)
	words := wording.Elided(q.Text)
	if q.Wordings == 1 {
		words = q.Text
	}
	note := ""
	if q.Times > 1 {
		note = fmt.Sprintf("%d×", q.Times)
	}
	note = kit.Right(note, o.times)
	if r := o.rule(i); r != nil {
		sign := drawing.ModeBadge(r.Mode).Sign
		if o.place.state.Silent() != "" {
			sign = "○"
		}
		note += " " + sign + ruleWord(width)
	}
	note = kit.Pad(note, o.noted(width))
	mark := ""
	if o.irreversible(q) {
		mark = st.Warn.Render("⚠") + " "
	}
	text := mark + needle.Mark(kit.Fit(diffview.Visible(words), width-8-answer-kit.Width(mark+note)), style)
	return kit.Fit(left+when+" "+kit.Ends(text, st.Muted.Render(note)+" ", width-7-answer)+kit.Pad(needle.Mark(kit.Fit(o.answer(i), answer-1), kit.Plain), answer-1),
		width)
}

// irreversible caches [drawing.OneWay]. It is called only for questions on the screen.
func (o *origins) irreversible(q *rulestate.Origin) bool {
	known, ok := o.oneWay[q]
	if !ok {
		known = drawing.OneWay(q.Question.Question)
		o.oneWay[q] = known
	}
	return known
}

// noted returns the width of the remarks on a question: how often it was asked, and whether a
// rule matches it.
func (o *origins) noted(width int) int {
	if slices.ContainsFunc(o.ruled, func(r *question.Rule) bool { return r != nil }) {
		return o.times + kit.Width(" ●"+ruleWord(width))
	}
	return o.times
}

// ruleWord follows the sign of a rule that matches a question, if there is room.
func ruleWord(width int) string {
	if width < 100 {
		return ""
	}
	return " rule"
}

// about draws the chosen question, and how the person answered it.
func (o *origins) about(width int, st *kit.Styles) []string {
	q := o.chosen()
	switch {
	case o.Count() == 0:
		return o.find.NoMatches(false, st)
	case q == nil:
		return kit.Styled(kit.Indented("Starts with an empty form for you to fill in.", 1, width), st.Muted)
	}
	all := drawing.Question(q.Question.Question, drawing.Chosen(q.Question.Question), true, width, st)
	if q.Wordings > 1 {
		all = append(all, kit.Noted(kit.Mark("·", fmt.Sprintf("asked %d× in %d wordings", q.Times, q.Wordings), kit.Calm),
			"they differ only in numbers or names, and one rule matches them all", width, st)...)
	}
	if r := o.rule(o.pane.Chosen); r != nil {
		text := "there is one already: " + drawing.RuleText(*r)
		if o.own() != nil {
			text += "; press enter to edit it"
		}
		all = append(all, kit.Noted(kit.Mark(drawing.ModeBadge(r.Mode).Sign, "rule", kit.Calm), text, width, st)...)
	}
	return all
}

func (o *origins) Bindings() (all []kit.Binding) {
	switch {
	case o.Count() == 0:
	case o.own() != nil:
		all = append(all,
			kit.Bind("edit the rule…", o.edit, "enter").Means("edit the rule that matches the question already"))
	default:
		all = append(all, kit.Bind("new rule…", o.choose, "enter").Means("open the form, filled in from the question"))
	}
	if o.find.Line.Text == "" {
		return append(all, kit.Bind("back", (*kit.Model).Back, "esc"))
	}
	return append(all, kit.Bind("show all", func(m *kit.Model) tea.Cmd {
		o.find.Line = kit.Input{}
		return o.TypedText(m)
	}, "esc"))
}

// edit replaces this list with the form of the rule that already matches.
func (o *origins) edit(m *kit.Model) tea.Cmd {
	r := o.own()
	m.Pop()
	return o.place.open(m, newRuleForm(o.place, *r, *r, "", o.place.facts[r.ID].Latest))
}

// choose replaces this list with the form of a new rule.
func (o *origins) choose(m *kit.Model) tea.Cmd {
	m.Pop()
	if q := o.chosen(); q != nil {
		return o.place.NewRule(m, rulestate.NewRule(q.Question.Question, o.place.now))
	}
	return o.place.addBlank(m)
}

func (o *origins) Move(by int) { o.pane.Move(by, o.Count()) }

// Click chooses a row; a second click on it continues.
func (o *origins) Click(row int) func(*kit.Model) tea.Cmd {
	return o.pane.Click(row, o.Count(), o.choose, nil)
}

func (o *origins) Typing() *kit.Input { return o.find.Typing() }

func (o *origins) TypedText(*kit.Model) tea.Cmd {
	if o.find.Line.Text == "/" { // which starts a search elsewhere
		o.find.Line = kit.Input{}
	}
	o.list()
	return nil
}
