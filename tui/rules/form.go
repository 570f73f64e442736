package rules

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/change"
	"neverask/tui/drawing"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

// ruleForm edits all of a rule. What it would do is said while it is typed.
type ruleForm struct {
	kit.Form
	place *Place
	base  question.Rule // as it was when the form was filled; no ID for a new one
	from  question.Rule // what the form was filled with
	by    string        // what made a new rule

	facts  follow.Backtest
	other  string        // what there is to say of another rule for the same questions
	sized  question.Rule // the rule that was counted
	risky  bool          // it may be about what is irreversible
	notice string
	saved  func(*kit.Model, question.Rule) tea.Cmd // nil, or what follows
	// answers is what the person has answered of what a new rule is made from; or nil.
	answers func(question.Rule) []question.PastAnswer
}

func (f *ruleForm) Crumb() string {
	if f.base.ID == "" {
		return "New"
	}
	return "Edit"
}

func newRuleForm(t *Place, base, fill question.Rule, by string) *ruleForm {
	f := &ruleForm{place: t, base: base, by: by}
	f.Visible, f.About, f.Turned = f.meaningful, f.about, f.recount
	if fill.Mode == "" {
		fill.Mode = question.NeverAsk
	}
	f.fill(fill)
	return f
}

// fill makes the fields of a rule: first the sentence that it is, then the line that shows
// the others, which it does at once where the rule has any of them.
func (f *ruleForm) fill(r question.Rule) {
	f.from, f.Fields = r, []*kit.Field{{Name: "more", Label: "more conditions", Folds: true}}
	for _, field := range question.Fields() {
		v := field.Of(&r)
		row := drawing.Field(field, v, f.place.home, func(word string) kit.Badge { return drawing.ModeBadge(question.Mode(word)) })
		switch {
		case field.Name == "oneWay":
			row.Choices, row.Abouts = []string{"ask me", "⚠ answer anyway"}, []string{
				"whether it may answer irreversible questions", "answers only exactly what you have answered yourself; anything new is asked first",
			}
			if r.OneWay == question.OneWayAllow {
				row.Chosen = 1
			}
		case field.Name == "same":
			row.Choices, row.Abouts, row.Chosen = []string{"default"}, []string{"with a marker the options, otherwise everything"}, 0
			for i, c := range v.Choices() {
				row.Choices, row.Abouts = append(row.Choices, c.Word), append(row.Abouts, c.About)
				if c.Word == v.String() {
					row.Chosen = i + 1
				}
			}
		case !v.Given():
			continue
		case field.Name == "text":
			row.Label = "When Claude asks"
		}
		f.Fields = append(f.Fields, row)
	}
	order := map[string]int{"text": -5, "answer": -4, "mode": -3, "oneWay": -2, "more": -1}
	slices.SortStableFunc(f.Fields, func(a, b *kit.Field) int { return order[a.Name] - order[b.Name] })
	f.Begin()
	f.risky = r.OneWay != ""
	if f.used() != nil {
		f.Field("more").Chosen = 1
	}
}

// front is how many fields are never behind the line that shows others, with this line.
const front = 5

// used are the names of the fields behind the line that shows them which say something.
func (f *ruleForm) used() (names []string) {
	for _, x := range f.Fields[front:] {
		if x.Line.Text != "" || x.Name == "same" && x.Chosen > 0 {
			names = append(names, x.Label)
		}
	}
	return names
}

// rule is what the form says. What was not touched is as it was.
func (f *ruleForm) rule() question.Rule {
	r := f.from
	r.ID, r.Created = f.base.ID, f.base.Created
	for _, field := range question.Fields() {
		if x := f.Field(field.Name); x != nil && field.Name != "oneWay" && field.Name != "same" {
			drawing.SetField(x, field.Of(&r), f.place.home)
		}
	}
	r.Same, r.OneWay = "", ""
	if x := f.Field("same"); x.Chosen > 0 {
		r.Same = question.Sameness(x.Choices[x.Chosen])
	}
	if f.Field("oneWay").Chosen == 1 && allows(r) {
		r.OneWay = question.OneWayAllow
	}
	return r
}

// allows reports whether a rule can be let answer about what is irreversible.
func allows(r question.Rule) bool {
	r.OneWay = question.OneWayAllow
	return r.Check() == nil
}

// about says what a field is for; of an answer, how it is understood.
func (f *ruleForm) about(x *kit.Field) string {
	r := f.rule()
	switch a, values := r.Answer, r.Varies(); {
	case x.Name == "text" && values != nil:
		return "this wording, with any value in place of " + kit.Clean(f.place.home, strings.Join(values, ", "))
	case x.Name != "answer":
		return x.Explain()
	case r.Mode == question.AlwaysAsk:
		return "not used while the rule asks"
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

// meaningful are the fields that mean something now. Whether to answer what is irreversible
// is asked at once where the rule is about that.
func (f *ruleForm) meaningful() []*kit.Field {
	r, more, oneWay := f.rule(), f.Field("more"), f.Field("oneWay")
	first, rest := f.Fields[:3:3], f.Fields[front:len(f.Fields):len(f.Fields)]
	bare := r
	bare.OneWay = ""
	switch {
	case !allows(r):
	case f.risky || preferences.StillAsked(bare) != "":
		first = append(first, oneWay)
	default:
		rest = append(rest, oneWay)
	}
	first = append(first, more)
	if more.Empty = "(below)"; more.Chosen == 1 {
		return append(first, rest...)
	}
	if used := f.used(); used != nil {
		more.Empty = "in use: " + strings.Join(used, ", ")
		return first
	}
	var names []string
	for _, x := range rest {
		names = append(names, x.Label)
	}
	more.Empty = "(" + strings.Join(names, ", ") + ")"
	return first
}

// recount counts the past questions that the rule matches, in the background.
func (f *ruleForm) recount() tea.Cmd {
	f.notice = ""
	r := f.rule()
	if r.Check() != nil || f.place.state.Questions.All == nil {
		return nil
	}
	seen, latest, rules := f.place.state.Questions.All, f.place.latest, f.place.state.Rules.List
	mine := latest.Add(1)
	return func() tea.Msg {
		if latest.Load() != mine {
			return nil
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
		f.facts, f.other, f.sized, f.risky = msg.facts, msg.other, msg.rule, f.risky || msg.facts.Replay.OneWay > 0
	}
}

// save writes the rule, after a typed yes when it may answer what cannot be
// undone.
func (f *ruleForm) save(m *kit.Model) tea.Cmd {
	r := f.rule()
	if r.Check() != nil {
		return nil
	}
	if r.OneWay != "" && (f.base.OneWay == "" || !reflect.DeepEqual(r.Match, f.base.Match) || !reflect.DeepEqual(r.Answer, f.base.Answer) || r.Project != f.base.Project) {
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
	return f.place.state.Rules.Change(m, follow.Edit{
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

// done closes the form when the rule is saved. unlearnt is why what the person answered
// is not kept; or nil.
func (f *ruleForm) done(m *kit.Model, saved question.Rule, unlearnt error) tea.Cmd {
	m.Close(f)
	f.place.state.Rules.Wanted = saved.ID
	said := "saved " + drawing.Quoted(saved)
	if f.other != "" {
		said += " · another rule matches, too"
	}
	if lacks := f.lacking(); lacks != "" {
		said += " · the last question has " + lacks
	}
	m.Say(said + " · z to undo")
	if unlearnt != nil {
		m.Push(change.Failure(m.Home, "keep what you answered", unlearnt, "The rule is saved. Claude asks you once more before it answers."))
	}
	if f.saved != nil {
		return f.saved(m, saved)
	}
	return nil
}

// merge puts what the form changed into the rule as it is now. A part that was
// changed there too, and otherwise, is a clash; the form's wins in what is
// returned then. What a rule does is one part: a mode of one and an answer of the
// other would be a rule that nobody has made. So is what it matches.
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
			return slices.ContainsFunc(part, func(f strictjson.Field[question.Rule]) bool { return !reflect.DeepEqual(f.Of(&a), f.Of(&b)) })
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
