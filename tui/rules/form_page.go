package rules

import (
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/tui/follow"
	"neverask/tui/kit"
)

func (f *ruleForm) Page(width, height int, st *kit.Styles) kit.Page {
	title := "Edit a rule"
	if f.base.ID == "" {
		title = "New rule"
	}
	p := f.Lay(title, f.state(width, st), width, height, st)
	p.Subject = kit.Short(f.place.home, f.place.state.Rules.Path)
	return p
}

// state says whether the rule holds, and how it would have done.
func (f *ruleForm) state(width int, st *kit.Styles) []string {
	r := f.rule()
	b, text := kit.Mark("✓", "valid", kit.Good), "counting…"
	if r.OneWay != "" {
		b = kit.Mark("⚠", "irreversible", kit.Warn)
	}
	switch err := r.Check(); {
	case f.notice != "":
		b, text = kit.Mark("▲", "check", kit.Warn), f.notice
	case err != nil && (!f.Edited() || err.Error() == noAnswer || err.Error() == noMatch):
		b, text = kit.Mark("·", "to do", kit.Calm), explainCheck(err)
	case err != nil:
		b, text = kit.Mark("✗", "invalid", kit.Bad), explainCheck(err)
	case f.stillAsked(r) != "":
		b, text = kit.Mark("▲", "check", kit.Warn), f.stillAsked(r)
	case f.place.state.Questions.All == nil:
		text = f.place.state.Questions.Loading()
	case reflect.DeepEqual(r, f.sized):
		text = replayText(f.facts)
		if f.facts.Replay.Overruled > 0 {
			b = kit.Mark("▲", "check", kit.Warn)
		}
	}
	return f.Foot(b, text, width, st)
}

// stillAsked says why safety has questions asked in spite of the rule, and what
// lets it answer them; "" where nothing is known that does.
func (f *ruleForm) stillAsked(r question.Rule) string {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay || r.OneWay != "" {
		return ""
	}
	why := kit.Clean("", preferences.StillAsked(r))
	if n := f.facts.Replay.OneWay; why == "" && n > 0 && reflect.DeepEqual(r, f.sized) {
		why = diffview.Count(n, "question") + " it matched may be irreversible, and would still be asked"
	}
	if why == "" {
		return ""
	}
	if r.OneWay = question.OneWayAllow; r.Check() == nil {
		return why + ". Choose “answer anyway” under irreversible to let it answer exactly what you have answered yourself."
	}
	return why + ". Only a never-ask rule that matches by question, exact text or marker may answer that."
}

// What is missing in a rule, as its check says it.
const (
	noAnswer = "no answer"
	noMatch  = `"match" is empty`
)

// explainCheck puts what is missing in the words of the form.
func explainCheck(err error) string {
	switch text := err.Error(); text {
	case noAnswer:
		return "fill in the answer"
	case noMatch:
		return "fill in which questions it is for: a question, a header, a marker, …"
	default:
		return kit.Clean("", strings.ReplaceAll(text, `"`, ""))
	}
}

func (f *ruleForm) Bindings() []kit.Binding {
	var all []kit.Binding
	switch r := f.rule(); {
	case f.base.ID != "" && reflect.DeepEqual(r, f.base): // nothing changes
	case r.Check() != nil:
		if at := f.missing(); at >= 0 && at != f.At {
			all = append(all, kit.Bind("next missing field", func(*kit.Model) tea.Cmd { f.At = at; return nil }, "enter"))
		}
	case r.OneWay != "" && f.base.OneWay == "":
		all = append(all, kit.Bind("save…", f.save, "enter"))
	default:
		all = append(all, kit.Bind("save", f.save, "enter"))
	}
	return append(append(all, f.Keys()...), kit.Bind("cancel", f.Cancel, "esc"))
}

// missing is the place of the field that is to be filled in; -1 where none is.
func (f *ruleForm) missing() int {
	name := map[string]string{noAnswer: "answer", noMatch: "text"}[f.rule().Check().Error()]
	return slices.IndexFunc(f.meaningful(), func(x *kit.Field) bool { return x.Name == name })
}

func (t *Place) editRule(m *kit.Model) tea.Cmd {
	r, _ := t.Chosen()
	return t.open(m, newRuleForm(t, r, r, ""))
}

// NewRule opens the form of a new rule.
func (t *Place) NewRule(m *kit.Model, from follow.NewRuleMsg) tea.Cmd {
	f := newRuleForm(t, question.Rule{}, from.Fill, from.By)
	f.evidence, f.saved, f.At = from.Evidence, from.Saved, 1
	return t.open(m, f)
}

func (t *Place) open(m *kit.Model, f *ruleForm) tea.Cmd {
	t.form = f
	m.Push(f)
	return f.recount()
}
