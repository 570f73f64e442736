package transcript

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// Question is one question that was asked, and its outcome.
type Question struct {
	Time      time.Time // when it was asked
	Session   string
	ToolUseID string
	Index     int    // of the question in its call
	Project   string // the directory the session worked in
	Tool      string // as the client names it
	Source    string // metadata.source of the call
	Others    string // the other members of the call's input, JSON, or ""
	Text      string
	Header    string
	Multi     bool
	Options   []Option
	Cut       bool // the text or an option was too long to be kept in full
	// Shown is the whole question, JSON, if the user was certainly shown exactly it, in the
	// client's own dialog or a host's, and answered; otherwise "".
	Shown string
	Noted bool // they wrote a note beside their answer

	Outcome Outcome
	Answer  string // labels are joined by ", ", as the client does
	Chosen  []int  // the options of a Picked answer, by index, ascending
	By      By
	Command string        // the hook behind the outcome, if it is known
	Wait    time.Duration // from the question to its result

	// Logged reports that our own log has the question too; the fields below come from it.
	Logged      bool
	Mode        string        // permission mode
	Rule        string        // the winning rule, even if it did not answer
	Away        question.Away // why it was answered while the user was away; "" if it was not
	Expected    string        // what we answered, if the answer differs
	Overwritten bool          // another hook replaced our answer
	// Judged reports that the log has the safety check's judgement, made when the whole question was at hand. OneWay
	// is that judgement.
	Judged, OneWay bool
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
}

// Call rebuilds the call of this question alone, as given to the tool.
func (q Question) Call() (question.Call, error) {
	w := hooks.NewWriter(1 << 10)
	w.Begin('{')
	w.Name("questions").Begin('[')
	w.Begin('{')
	w.Text("question", q.Text)
	w.Text("header", q.Header)
	w.Name("options").Begin('[')
	for _, o := range q.Options {
		w.Begin('{')
		w.Text("label", o.Label)
		w.Text("description", o.Description)
		w.End('}')
	}
	w.End(']')
	w.Flag("multiSelect", q.Multi)
	w.End('}')
	w.End(']')
	if others, err := hooks.Parse(q.Others); err == nil {
		for m := range others.Members() {
			w.Member(m.Name, m.Value)
		}
	} else if q.Source != "" {
		w.Name("metadata").Begin('{')
		w.Text("source", q.Source)
		w.End('}')
	}
	w.End('}')
	return question.ParseCall(q.Tool, w.Finish())
}

// PastAnswer returns the answer for the answer record. ok is false unless the user certainly
// saw exactly this question and answered it themselves.
func (q Question) PastAnswer() (a question.PastAnswer, ok bool) {
	if q.Shown == "" || !q.Answered() {
		return a, false
	}
	shown, ok := q.shownQuestion()
	if !ok {
		return a, false
	}
	return q.pastAnswer(shown)
}

// ShownCall is [Question.Call] with the question as shown to the user, if that is certain.
func (q Question) ShownCall() (question.Call, error) {
	call, err := q.Call()
	if shown, ok := q.shownQuestion(); ok && err == nil {
		call.Questions[0] = shown
	}
	return call, err
}

// Whole reports whether the texts about the options are known, which neverask's log does not
// keep.
func (q *Question) Whole() bool {
	return q.Shown != "" || slices.ContainsFunc(q.Options, func(o Option) bool { return o.Description != "" })
}

// FromLogAlone reports whether only neverask's log has the question, without the texts about its options.
func (q *Question) FromLogAlone() bool { return q.Logged && !q.Whole() }

// WholeIn returns the question itself or, if only neverask's log has it, the last of those before it that
// is alike and whole; nil for none.
func (q *Question) WholeIn(before []Question) *Question {
	if !q.FromLogAlone() {
		return q
	}
	for i := len(before) - 1; i >= 0; i-- {
		b := &before[i]
		if b.Text == q.Text && b.Header == q.Header && b.Multi == q.Multi && b.Whole() && !b.Cut &&
			slices.EqualFunc(b.Options, q.Options, func(x, y Option) bool { return x.Label == y.Label }) {
			return b
		}
	}
	return nil
}

// shownQuestion returns the question as shown to the user, if that is certain.
func (q Question) shownQuestion() (question.Question, bool) {
	v, err := hooks.Parse(q.Shown)
	if err != nil {
		return question.Question{}, false
	}
	shown, err := question.ParseQuestion(v)
	return shown, err == nil
}

// pastAnswer is PastAnswer for a certain question. An answer that may be one label or several
// counts as typed.
func (q Question) pastAnswer(shown question.Question) (a question.PastAnswer, ok bool) {
	a = question.PastAnswer{
		At: q.Time, By: question.AnsweredInTranscript, Session: q.Session,
		Call: q.ToolUseID, Index: q.Index, Question: shown, Note: q.Noted,
	}
	if a.Server, ok = question.IsTool(q.Tool); !ok {
		return a, false
	}
	if a.Server != "" {
		a.Project = q.Project
	}
	if q.Others != "" {
		others, err := hooks.Parse(q.Others)
		if err != nil {
			return a, false
		}
		a.Others = others
	}
	if q.Outcome == Typed || q.Multi && q.ambiguous() {
		a.Text = q.Answer
		return a, true
	}
	for _, i := range q.Chosen {
		a.Labels = append(a.Labels, q.Options[i].Label)
	}
	return a, true
}

// certain reports whether the user saw exactly the question and chose from its options,
// according to the transcript.
func (q Question) certain() bool {
	return q.Shown != "" && q.Answered() && !q.Noted && !(q.Multi && q.ambiguous())
}

// ambiguous reports whether it is unclear which of several options were chosen: something was
// typed, or a label looks like two.
func (q Question) ambiguous() bool {
	return q.Outcome == Typed ||
		slices.ContainsFunc(q.Options, func(o Option) bool { return strings.Contains(o.Label, ", ") })
}

// Answered reports whether the user answered the question themselves.
func (q Question) Answered() bool {
	return q.By == Person && (q.Outcome == Picked || q.Outcome == Typed)
}

// plainCall is [Question.Call] without the JSON, which [question.Decide] does not need. It
// reports whether the hook could read such a call.
func (q *Question) plainCall() (question.Call, bool) {
	server, ok := question.IsTool(q.Tool)
	if !ok || q.Text == "" {
		return question.Call{}, false
	}
	if len(q.Options) > 16 { // only the reader of calls knows how many there may be
		call, err := q.Call()
		return call, err == nil
	}
	asked := question.Question{
		Text: q.Text, Header: q.Header, Multi: q.Multi, Options: make([]question.Option, len(q.Options)),
	}
	for i, o := range q.Options {
		if o.Label == "" {
			return question.Call{}, false
		}
		asked.Options[i] = question.Option{Label: o.Label, Description: o.Description}
	}
	c := question.Call{Tool: q.Tool, Server: server, Source: q.Source, Questions: []question.Question{asked}}
	if others, err := hooks.Parse(q.Others); err == nil {
		c = c.WithOthers(others)
	}
	return c, true
}
