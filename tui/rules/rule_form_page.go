package rules

import (
	"errors"
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/kit"
)

func (f *ruleForm) Page(width, height int, st *kit.Styles) kit.Page {
	title := "Edit a rule"
	if f.base.ID == "" {
		title = "New rule"
	}
	foot := f.state(width, st)
	if f.base.ID != "" && height > 2*kit.Low-4 {
		foot = append(foot,
			kit.Styled(kit.Indented("Its mode, its project and other conditions stay as they are in the file.", 1, width-1),
				st.Muted)...)
	}
	p := f.Lay(title, foot, width, height, st)
	p.Subject = kit.Short(f.place.home, f.place.state.Rules.Path)
	return p
}

// state says whether the rule is valid, and how it would have done in the past.
func (f *ruleForm) state(width int, st *kit.Styles) []string {
	r := f.rule()
	b, text := kit.Mark("✓", "valid", kit.Good), "counting…"
	if r.OneWay != "" {
		b = kit.Mark("⚠", "irreversible", kit.Warn)
	}
	switch err := r.Check(); {
	case f.notice != "":
		b, text = kit.Mark("▲", "check", kit.Warn), f.notice
	case err != nil:
		b, text = f.fault(r), explainCheck(err)
	case f.place.state.Questions.All == nil:
		text = f.place.state.Questions.Loading()
	case reflect.DeepEqual(r, f.sized):
		text = replayText(f.facts)
		if f.facts.Opposed() {
			text = otherwiseText(f.facts) + " · " + strings.TrimSuffix(text, " · ▲ "+otherwiseText(f.facts))
		}
		if len(f.facts.Replay.Different) > 0 || f.other != "" || f.facts.Lack != nil || f.stillAsked(r) != "" {
			b = kit.Mark("▲", "check", kit.Warn)
		}
		if f.other != "" {
			text = f.other + ". This one " + text
		}
	}
	all := f.Foot(b, text, width, st)
	if r.Check() != nil && f.notice == "" { // the field says it
		return nil
	}
	return all
}

// fault says whether a rule that cannot be saved is wrong or only incomplete.
func (f *ruleForm) fault(r question.Rule) kit.Badge {
	if err := wrong(r); !f.Edited() || err != nil && err.Missing {
		return kit.Mark("·", "to do", kit.Calm)
	}
	return kit.Mark("✗", "invalid", kit.Bad)
}

// faultOf says what is wrong with the value of a field, why the question in it may still be asked, or that the last
// question lacks the answer in it.
func (f *ruleForm) faultOf(x *kit.Field) (b kit.Badge, text string) {
	r := f.rule()
	at, _ := f.wrongField(r)
	answer := f.Field("answer")
	if f.typing() {
		answer = f.Field("words")
	}
	switch err := r.Check(); {
	case f.notice != "" || err != nil && x != at:
		return b, ""
	case err != nil && x == f.Current() && x.Choices == nil && x.Line.Text == "" && !x.Edited():
		return b, "" // what it is for says what to type
	case err != nil:
		return f.fault(r), explainCheck(err)
	case x.Name == "text":
		text = f.stillAsked(r)
	case x == answer && f.lacking() != "":
		text = "the last question has " + f.lacking() + ": " + kit.Clean("", offer(f.facts.Lack))
	}
	return kit.Mark("▲", "check", kit.Warn), text
}

// lacking says which option the last question lacks, or returns "".
func (f *ruleForm) lacking() string {
	r := f.rule()
	switch {
	case f.facts.Lack == nil || !reflect.DeepEqual(r, f.sized):
		return ""
	case f.facts.Lack.Label == "":
		return "no such answer"
	}
	return "no option “" + diffview.Visible(f.facts.Lack.Label) + "”"
}

// offer returns the options that a question has instead of a missing one.
func offer(l *preferences.Lack) string {
	switch text := strings.Join(l.Options, " · "); {
	case l.Label == "":
		return l.Why
	case l.Near != "":
		return text + ". Did you mean “" + l.Near + "”?"
	default:
		return text
	}
}

// stillAsked says why the safety check has questions asked in spite of the rule, and what
// would let the rule answer them; "" if there is nothing to say.
func (f *ruleForm) stillAsked(r question.Rule) string {
	switch why := f.heldUp(r); {
	case why == "" || r.Mode == question.PreferMode:
		return why
	case allowable(r):
		return why + ". In the file, " + allowing + "."
	default:
		return why + ". Only a never-ask rule that matches by question, exact text or marker may answer that."
	}
}

// heldUp says why the safety check has questions asked in spite of the rule; "" if it does not.
func (f *ruleForm) heldUp(r question.Rule) string {
	if r.Mode == question.AlwaysAsk || r.OneWay != "" {
		return ""
	}
	why, asked := kit.Clean("", preferences.StillAsked(r, nil)), ", and would still be asked"
	if r.Mode == question.PreferMode {
		asked = ", and would be asked without putting an answer first"
	}
	sized := reflect.DeepEqual(r, f.sized)
	if sized && f.facts.Replay.Answerable() > 0 { // the questions say more than the words of the rule
		why = ""
	}
	if n := f.facts.Replay.OneWay; why == "" && n > 0 && sized {
		why = diffview.Count(n, "question") + " it matched may be irreversible" + asked
	}
	return why
}

// allowing tells how to let a rule answer something irreversible.
const allowing = `"oneWay": "allow" can let it answer exactly what you have answered yourself`

// allowable reports whether a rule with "oneWay": "allow" could answer something irreversible.
func allowable(r question.Rule) bool {
	r.OneWay = question.OneWayAllow
	return r.Check() == nil
}

// wrong returns the error in a field of a rule, or nil.
func wrong(r question.Rule) *strictjson.MemberError {
	err, _ := errors.AsType[*strictjson.MemberError](r.Check())
	return err
}

// explainCheck puts an error into the words of the form.
func explainCheck(err error) string {
	switch wrong, _ := errors.AsType[*strictjson.MemberError](err); {
	case wrong == nil || !wrong.Missing:
		return kit.Clean("", strings.ReplaceAll(err.Error(), `"`, ""))
	case wrong.Member == "answer":
		return "fill in the answer"
	}
	return "say which question it is about"
}

func (f *ruleForm) Bindings() []kit.Binding {
	var all []kit.Binding
	on := f.Current()
	switch r := f.rule(); {
	case f.base.ID != "" && reflect.DeepEqual(r, f.base):
		all = append(all, saying("nothing has changed: esc closes the form"))
	case r.Check() != nil:
		if x, missing := f.wrongField(r); x == on {
			all = append(all, saying("not saved: "+explainCheck(r.Check())))
		} else {
			name := map[bool]string{true: "next missing field", false: "wrong field"}[missing]
			all = append(all, kit.Bind(name, func(*kit.Model) tea.Cmd { f.Choose(x); return nil }, "enter"))
		}
	case r.OneWay != "" && f.base.OneWay == "":
		all = append(all, kit.Bind("save…", f.save, "enter"))
	default:
		all = append(all, kit.Bind("save", f.save, "enter"))
	}
	return append(append(all, f.Keys()...), kit.Bind("cancel", f.Cancel, "esc"))
}

// saying returns enter while there is nothing to save.
func saying(why string) kit.Binding {
	b := kit.Quiet("enter", "save", func(m *kit.Model) tea.Cmd { m.Say(why); return nil }, "enter")
	b.Vain = true
	return b
}

// wrongField returns the field whose value is missing or wrong.
func (f *ruleForm) wrongField(r question.Rule) (x *kit.Field, missing bool) {
	why := wrong(r)
	switch missing = why != nil && why.Missing; {
	case why == nil || why.Member != "answer":
		return f.Field("text"), missing
	case f.typing():
		return f.Field("words"), missing
	}
	return f.Field("answer"), missing
}
