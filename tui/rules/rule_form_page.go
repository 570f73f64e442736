package rules

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/safety"
	"neverask/hooks/rule/strictjson"
	"neverask/tui/drawing"
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
		b, text = f.replayed(r, b)
	}
	all := f.Foot(b, text, width, st)
	if r.Check() != nil && f.notice == "" { // the field says it
		return nil
	}
	return all
}

// replayed says how a rule would have done in the past; b is the badge of one that does as it should.
func (f *ruleForm) replayed(r question.Rule, b kit.Badge) (_ kit.Badge, text string) {
	text = replayText(r, f.facts)
	if f.facts.Opposed() {
		text = otherwiseText(f.facts) + " · " + strings.TrimSuffix(text, " · ▲ "+otherwiseText(f.facts))
	}
	held, _ := f.stillAsked(r)
	switch {
	case len(f.facts.Replay.Different) > 0 || f.other != "" || f.facts.Lack != nil || held != "":
		b = kit.Mark("▲", "check", kit.Warn)
	case f.facts.Matched == 0 && r.OneWay == "":
		b, text = drawing.FindingBadge(preferences.Finding{Kind: drawing.Unmatched}), "no past question looks like this"
	case r.Mode == question.AlwaysAsk:
		b, text = drawing.ModeBadge(r.Mode), "Claude asks you, whatever the answer says · "+text
	}
	if f.other != "" {
		text = f.other + ". This one " + text
	}
	return b, text
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
	held, about := f.stillAsked(r)
	switch err := r.Check(); {
	case f.notice != "" || err != nil && x != at:
		return b, ""
	case err != nil && x == f.Current() && x.Choices == nil && x.Line.Text == "" && !x.Edited():
		return b, "" // what it is for says what to type
	case err != nil:
		return f.fault(r), explainCheck(err)
	case x == answer && f.lacking() != "":
		text = "the last question has " + f.lacking() + ": " + kit.Clean("", offer(f.facts.Lack))
	case x == about:
		text = held
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

// stillAsked says why the safety check has questions asked in spite of the rule, and what would let the rule answer
// them; "" if there is nothing to say. It is about a field.
func (f *ruleForm) stillAsked(r question.Rule) (why string, about *kit.Field) {
	if r.Check() != nil {
		return "", nil
	}
	switch why, about = f.heldUp(r); {
	case why == "" || r.Mode == question.PreferMode:
		return why, about
	case allowable(r):
		return why + ". The file of rules can let it answer exactly what you have answered yourself.", about
	default:
		return why + ". Only a never-ask rule that matches by question, exact text or marker may answer that.", about
	}
}

// heldUp says why the safety check has questions asked in spite of the rule, and in which field it found that; "" if
// it does not.
func (f *ruleForm) heldUp(r question.Rule) (why string, about *kit.Field) {
	if r.Mode == question.AlwaysAsk || r.OneWay != "" {
		return "", nil
	}
	if !reflect.DeepEqual(f.judged.rule, r) || f.judged.asked != f.asked {
		f.judged = judge(r, f.asked)
	}
	asked := ", and would still be asked"
	if r.Mode == question.PreferMode {
		asked = ", and would be asked without putting an answer first"
	}
	sized := reflect.DeepEqual(r, f.sized)
	if why = f.judged.why; sized && f.facts.Replay.Answerable() > 0 { // the questions say more than the words of the rule
		why = ""
	}
	about = f.Field("text")
	if n := f.facts.Replay.OneWay; n > 0 && sized && why == "" {
		why = diffview.Count(n, "question") + " it matched may be irreversible" + asked
	} else if f.judged.ofAnswer {
		about = f.Field("answer")
		if f.typing() {
			about = f.Field("words")
		}
	}
	return why, about
}

// verdict is what the safety check says of a rule, beside a question that may be known.
type verdict struct {
	rule     question.Rule
	asked    *transcript.Question
	why      string // "" if it finds nothing that has Claude ask
	ofAnswer bool   // it is about the answer, not about the question
}

// judge has the safety check judge a rule: its wording, and its answer beside the other options of a question that is
// known, so that other words in the question change nothing about the answer; or else the words of the rule alone.
func judge(r question.Rule, asked *transcript.Question) (v verdict) {
	v.rule, v.asked = r, asked
	found, known := findings(r, asked)
	if !known {
		if v.why = kit.Clean("", preferences.StillAsked(r, nil)); v.why != "" {
			r.Answer = question.Answer{}
			v.ofAnswer = preferences.StillAsked(r, nil) == ""
		}
		return v
	}
	if len(found) == 0 {
		return v
	}
	telling := safety.Telling(found)
	v.ofAnswer = telling.Where != inQuestion && telling.Where != "header"
	v.why = kit.Clean("", telling.String()) + ", so Claude asks despite the rule"
	if r.Mode == question.PreferMode {
		v.why = kit.Clean("", telling.String()) + ", so Claude asks without putting an answer first"
	}
	return v
}

// inQuestion is where a finding in the text of a question is.
const inQuestion = "question"

// findings returns what the safety check finds in a question with the rule's answer, and in the rule's wording of it;
// known is false if the rule does not answer such a question.
func findings(r question.Rule, asked *transcript.Question) (found []safety.Finding, known bool) {
	if asked == nil {
		return nil, false
	}
	text := cmp.Or(r.Match.Exact, r.Match.Text)
	if text == "" || text == asked.Text {
		return heldBy(r, *asked)
	}
	reworded, was := *asked, r
	if reworded.Text = text; r.Match.Exact != "" {
		was.Match.Exact = asked.Text
	} else {
		was.Match.Text = asked.Text
	}
	found, known = heldBy(was, *asked)
	now, _ := heldBy(r, reworded)
	return append(found, slices.DeleteFunc(now, func(f safety.Finding) bool { return f.Where != inQuestion })...), known
}

// heldBy returns why a rule alone leaves a question to the person who has answered it so before.
func heldBy(r question.Rule, q transcript.Question) (found []safety.Finding, known bool) {
	c, err := q.Call()
	if err != nil {
		return nil, false
	}
	if _, err = r.Answering(c, c.Questions[0]); err != nil {
		return nil, false
	}
	var replayer transcript.Replayer
	if choice := replayer.Decide(c, cmp.Or(r.Project, q.Project), r).Choices[0]; choice.Ruled == question.Asked {
		found = choice.OneWay
	}
	return found, true
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
