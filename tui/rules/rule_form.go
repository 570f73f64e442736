package rules

import (
	"context"
	"errors"
	"reflect"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// ruleForm edits what a rule matches, what it answers and how alike a question must be; everything
// else is edited in the file. It says what the rule would do while the person types.
type ruleForm struct {
	kit.Form
	place *Place
	base  question.Rule     // the rule when the form was opened; without ID for a new rule
	from  question.Rule     // the rule that the form was filled with
	by    preferences.Maker // of a new rule

	asked   *transcript.Question // the question that the rule was filled from, or the last one that it matched; or nil
	options []string             // of the question, to choose the answer from; or nil
	several bool                 // several options may be chosen
	judged  verdict              // of the safety check, on the rule in it

	facts  rulestate.Backtest
	other  string        // what to say about another rule for the same questions
	sized  question.Rule // the rule that facts are about
	notice string
	warned question.Rule                              // the rule that was not saved at once, because the person chose other answers
	saved  func(r question.Rule, said string) tea.Cmd // called after saving; or nil
	// answers returns the person's answers to the questions that a new rule is made from; or nil.
	answers func(question.Rule) []question.PastAnswer
}

func (f *ruleForm) Crumb() string {
	if f.base.ID == "" {
		return "New"
	}
	return "Edit"
}

// newRuleForm returns the form of a rule; asked is the question that the rule is made from, or nil.
func newRuleForm(t *Place, base, fill question.Rule, by preferences.Maker, asked *transcript.Question) *ruleForm {
	f := &ruleForm{place: t, base: base, by: by}
	f.Visible, f.Turned = f.meaningful, f.turned
	f.About, f.Fault = f.about, f.faultOf
	if fill.Mode == "" {
		fill.Mode = question.NeverAsk
	}
	if asked != nil {
		f.asked, f.options, f.several = asked, labels(asked), asked.Multi
	}
	f.fill(fill)
	return f
}

func labels(q *transcript.Question) (all []string) {
	for _, o := range q.Options {
		all = append(all, o.Label)
	}
	return all
}

// What a wording matches: one that is still to be typed, or whose values cannot be named one by one, and one without.
const (
	anyValues = "the wording, with any numbers, paths or quoted names"
	noValues  = "this wording"
)

// newValue says what a rule that answers identical questions does with a value that it has not met.
func newValue(r question.Rule) string {
	if r.Sameness() != question.SameEverything || r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
		return ""
	}
	return "; Claude asks you once about each new one"
}

// somethingElse is the last choice of an answer: the person types it.
const somethingElse = "something else …"

// fill makes the fields of a rule.
func (f *ruleForm) fill(r question.Rule) {
	f.from = r
	text := &kit.Field{
		Name: "text", Label: "When Claude asks", Line: kit.NewInput(r.Match.Text),
		Hint: anyValues,
	}
	if bare := r.Match; r.Match.Text != "" || !reflect.DeepEqual(bare, question.Match{}) {
		bare.Text = ""
		if !reflect.DeepEqual(bare, question.Match{}) {
			text.Hint = "in the file: " + drawing.MatchText(bare)
			text.Empty = "(" + drawing.MatchText(bare) + ", as the file has it)"
		}
	}
	words := &kit.Field{
		Name: "words", Line: kit.NewInput(valueOf(&r, "answer").String()),
		Hint: "the label of an option, " + valueOf(&r, "answer").Hint(),
	}
	same := &kit.Field{Name: "same", Label: "same", Choices: []string{"the whole question", "the options"}}
	for _, c := range valueOf(&r, "same").Choices() {
		same.Abouts = append(same.Abouts, c.About)
	}
	if r.Sameness() == question.SameOptions {
		same.Chosen = 1
	}
	f.Fields = []*kit.Field{text, {Name: "answer", Label: "answer", Listed: true}, words, same}
	f.offer(r.Answer)
	f.Begin()
}

// valueOf returns a field of a rule by its name.
func valueOf(r *question.Rule, name string) strictjson.Value {
	return fieldOf(name).Of(r)
}

// fieldOf returns the description of a field of rules.
func fieldOf(name string) strictjson.Field[question.Rule] {
	all := question.Fields()
	return all[slices.IndexFunc(all, func(f strictjson.Field[question.Rule]) bool { return f.Name == name })]
}

// offer lists the options of the question, and chooses the answer if it is one of them. Words of the person's own
// then start empty.
func (f *ruleForm) offer(a question.Answer) {
	x := f.Field("answer")
	x.Choices, x.Chosen = nil, 0
	if f.options == nil {
		return
	}
	for _, o := range f.options {
		x.Choices = append(x.Choices, diffview.Visible(o))
	}
	x.Choices = append(x.Choices, somethingElse)
	if x.Chosen = f.optionOf(a); x.Chosen < 0 {
		x.Chosen = len(f.options)
		return
	}
	f.Field("words").Restart("")
}

// optionOf returns the index of the option that an answer is, or -1.
func (f *ruleForm) optionOf(a question.Answer) int {
	return slices.IndexFunc(f.options, func(o string) bool { return is(a, o) })
}

// is reports whether an answer is an option.
func is(a question.Answer, option string) bool {
	label := a.Label
	if len(a.Labels) == 1 {
		label = a.Labels[0]
	}
	return label != "" && question.LabelKey(label) == question.LabelKey(option)
}

// answerOf returns an option as an answer.
func (f *ruleForm) answerOf(option string) question.Answer {
	if f.several {
		return question.Answer{Labels: []string{option}}
	}
	return question.Answer{Label: option}
}

// typing reports whether the answer is typed, because the question's options are unknown or the
// answer is none of them.
func (f *ruleForm) typing() bool {
	return f.options == nil || f.Field("answer").Chosen == len(f.options)
}

// turned takes a new choice or text. To choose something else leads to the field for it.
func (f *ruleForm) turned() tea.Cmd {
	if f.options != nil && f.Current().Name == "answer" && f.typing() {
		f.Choose(f.Field("words"))
	}
	return f.recount()
}

// rule returns the rule as edited. Fields that were not edited keep their values.
func (f *ruleForm) rule() question.Rule {
	r := f.from
	r.ID, r.Created = f.base.ID, f.base.Created
	if x := f.Field("text"); x.Edited() {
		valueOf(&r, "text").Set(x.Line.Text)
	}
	switch x := f.Field("words"); {
	case !f.typing():
		if o := f.options[f.Field("answer").Chosen]; !is(r.Answer, o) {
			r.Answer = f.answerOf(o)
		}
	case x.Edited() || f.optionOf(r.Answer) >= 0:
		valueOf(&r, "answer").Set(x.Line.Text)
	}
	if x := f.Field("same"); x.Edited() {
		r.Same = ""
		if same := question.Sameness(valueOf(&r, "same").Choices()[x.Chosen].Word); r.Sameness() != same {
			r.Same = same
		}
	}
	if r.OneWay != "" && !allowable(r) {
		r.OneWay = ""
	}
	return r
}

// about says what a field is for or, for an answer, how it is understood.
func (f *ruleForm) about(x *kit.Field) string {
	r := f.rule()
	switch a, values := r.Answer, r.Varies(); {
	case x.Name == "text" && values != "":
		return "this wording, with any value in place of " + diffview.Visible(values) + newValue(r)
	case x.Name == "text" && x.Hint == anyValues && r.Match.Text != "" && !wording.HasValues(r.Match.Text):
		return noValues
	case x.Name == "text" && x.Hint == anyValues:
		return x.Hint + newValue(r)
	case x.Name == "text":
		return x.Hint
	case r.Mode == question.AlwaysAsk:
		return "not used while the rule asks"
	case x.Name == "answer":
		return ""
	case x.Name != "words":
		return x.Explain()
	case a.Labels != nil:
		return "the options with these labels, where several may be chosen"
	case a.Text != "":
		return "your own words, as if you typed them under Other"
	case a.Word == question.Recommended:
		return "the option that Claude marks as recommended"
	case a.Word == question.Usual:
		return "the option that you have nearly always chosen"
	}
	return x.Explain()
}

// meaningful returns the fields that currently have a meaning.
func (f *ruleForm) meaningful() []*kit.Field {
	text, answer, words, same := f.Fields[0], f.Fields[1], f.Fields[2], f.Fields[3]
	words.Label = ""
	switch {
	case f.options == nil:
		words.Label = "answer"
		return []*kit.Field{text, words, same}
	case f.typing():
		return []*kit.Field{text, answer, words, same}
	}
	return []*kit.Field{text, answer, same}
}

// recount counts the past questions that the rule matches, in the background. If the rule has no
// answer, it only looks for options.
func (f *ruleForm) recount() tea.Cmd {
	f.notice, f.warned = "", question.Rule{}
	r := f.rule()
	why := wrong(r)
	unanswered := why != nil && why.Missing && why.Member == "answer"
	if r.Check() != nil && !unanswered || f.place.state.Questions.All == nil {
		return nil
	}
	seen, latest, rules := f.place.state.Questions.All, f.place.latest, f.place.state.Rules.List
	mine := latest.Add(1)
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil
		}
		if unanswered {
			return countMsg{rule: r, facts: rulestate.Backtest{Latest: seen.Latest(r)}}
		}
		msg := countMsg{rule: r, facts: seen.Backtest(r)}
		if other, how := preferences.Beside(r, rules); how != "" {
			msg.other = how + ": " + drawing.RuleText(other)
		}
		return msg
	}
}

func (f *ruleForm) counted(msg countMsg) {
	if reflect.DeepEqual(msg.rule, f.rule()) {
		f.facts, f.other, f.sized = msg.facts, msg.other, msg.rule
		if q := msg.facts.Latest; q != nil && !slices.Equal(labels(q), f.options) {
			f.asked, f.options, f.several = q, labels(q), q.Multi
			f.offer(msg.rule.Answer)
		}
	}
}

// save writes the rule: at the second press if the person chose other answers, and after a typed confirm if it may
// answer irreversible questions.
func (f *ruleForm) save(m *kit.Model) tea.Cmd {
	r := f.rule()
	if r.Check() != nil {
		return nil
	}
	if reflect.DeepEqual(r, f.sized) && f.facts.Opposed() && !reflect.DeepEqual(r, f.warned) {
		f.warned, f.notice = r, otherwiseText(f.facts)+": press enter again to save the rule all the same"
		if f.answers == nil {
			f.notice += "; Claude then asks once more"
		}
		return nil
	}
	if r.OneWay != "" && (f.base.OneWay == "" || !reflect.DeepEqual(r.Match, f.base.Match) ||
		!reflect.DeepEqual(r.Answer, f.base.Answer) || r.Project != f.base.Project) {
		m.Push(&typedConfirm{rule: r, do: func(m *kit.Model) tea.Cmd { return f.write(m, r) }})
		return nil
	}
	return f.write(m, r)
}

func (f *ruleForm) write(m *kit.Model, r question.Rule) tea.Cmd {
	book, base, backend := f.place.state.Rules.Book, f.base, f.place.backend
	var saved, merged question.Rule
	var unlearnt error
	clash := false
	do := func(ctx context.Context) (err error) {
		if base.ID == "" {
			if saved, err = book.Add(ctx, r, f.by); err == nil && f.answers != nil {
				unlearnt = backend.Learn(f.answers(saved)...)
			}
			return err
		}
		saved, err = book.Change(ctx, base.ID, "rules edit", func(now question.Rule) (question.Rule, error) {
			base.ID, merged = now.ID, now
			if merged, clash = merge(base, r, now); clash {
				base = now
				return now, nil
			}
			return merged, nil
		})
		return err
	}
	return f.place.state.Rules.Change(m, rulestate.Edit{
		Cannot: "save the rule", Do: do,
		Then: func(m *kit.Model) tea.Cmd {
			if clash {
				f.base = base
				f.fill(merged)
				cmd := f.recount()
				f.notice = "changed elsewhere: press enter to keep yours or esc to keep theirs"
				return cmd
			}
			return f.done(m, saved, unlearnt)
		},
		Failed: func(_ *kit.Model, err error) bool {
			if !errors.Is(err, preferences.ErrNoRule) {
				return false
			}
			f.base.ID = ""
			f.notice = "the rule was deleted elsewhere. Press enter to add it again"
			return true
		},
	})
}

// done closes the form when the rule is saved. unlearnt is why the person's answers could not
// be recorded, or nil.
func (f *ruleForm) done(m *kit.Model, saved question.Rule, unlearnt error) tea.Cmd {
	m.Close(f)
	f.place.state.Rules.Wanted = saved.ID
	said := "✓ saved " + drawing.Quoted(saved)
	if f.other != "" {
		said += " · another rule matches, too"
	}
	if lacks := f.lacking(); lacks != "" {
		said += " · the last question has " + lacks
	} else if why, _ := f.heldUp(f.rule()); why != "" {
		said += ", but " + why
	} else if f.other == "" && saved.Mode != question.AlwaysAsk {
		said += unanswering(f.place.state)
	}
	m.Say(said + " · z to undo")
	if unlearnt != nil {
		m.Push(change.Failure(m.Home, "keep what you answered", unlearnt,
			"The rule is saved. Claude asks you once more before it answers."))
	}
	if f.saved != nil {
		return f.saved(saved, said)
	}
	return nil
}

// merge applies the form's changes to the rule as it is now. If both changed a part differently, that
// is a clash, and merged has the form's version. Mode and answer are one part, because a mode from one
// and an answer from the other would make a rule that nobody wrote. What a rule matches is another.
func merge(base, mine, now question.Rule) (merged question.Rule, clash bool) {
	merged = now
	parts := map[string]strictjson.Fields[question.Rule]{}
	for _, f := range question.Fields() {
		part := f.Member()
		if f.Part == strictjson.Acting {
			part = "mode"
		}
		parts[part] = append(parts[part], f)
	}
	for _, part := range parts {
		differ := func(a, b question.Rule) bool {
			return slices.ContainsFunc(part, func(f strictjson.Field[question.Rule]) bool {
				return !reflect.DeepEqual(f.Of(&a), f.Of(&b))
			})
		}
		if !differ(base, mine) || !differ(mine, now) {
			continue
		}
		clash = clash || differ(base, now)
		for _, f := range part {
			f.Of(&merged).Take(f.Of(&mine))
		}
	}
	return merged, clash
}

func (t *Place) editRule(m *kit.Model) tea.Cmd {
	r, _ := t.Chosen()
	return t.open(m, newRuleForm(t, r, r, "", t.facts[r.ID].Latest))
}

// NewRule opens the form of a new rule.
func (t *Place) NewRule(m *kit.Model, from rulestate.NewRuleMsg) tea.Cmd {
	f := newRuleForm(t, question.Rule{}, from.Fill, from.By, from.Asked)
	f.answers, f.saved = from.Answers, from.Saved
	return t.open(m, f)
}

func (t *Place) open(m *kit.Model, f *ruleForm) tea.Cmd {
	t.form = f
	m.Push(f)
	return f.recount()
}
