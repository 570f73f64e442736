package transcript

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// Outcome says how a question ended.
type Outcome string

// The outcomes.
const (
	Picked     Outcome = "picked"     // options were chosen
	Typed      Outcome = "typed"      // something was written that is not among the options
	Declined   Outcome = "declined"   // the user refused to answer, or wanted to talk first
	TimedOut   Outcome = "timed-out"  // the client went on because nobody answered
	Denied     Outcome = "denied"     // refused before it was asked, by a hook or a rule of the client
	Failed     Outcome = "failed"     // asking failed
	Unanswered Outcome = "unanswered" // no answer, or none yet
	Unreadable Outcome = "unreadable" // an MCP server answered in its own form
)

// By says who caused an outcome.
type By string

// Who can cause an outcome. Nobody goes with the outcomes without an answer, unless a hook
// caused them.
const (
	Person    By = "you"
	Neverask  By = "neverask"
	OtherHook By = "other-hook"
	Nobody    By = "nobody"
	Unknown   By = "unknown"
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
	OneWay      bool
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

// fromLogAlone reports whether only neverask's log has the question, without the texts about its options.
func (q *Question) fromLogAlone() bool { return q.Logged && !q.Whole() }

// WholeIn returns the question itself or, if only neverask's log has it, the last of those before it that
// is alike and whole; nil for none.
func (q *Question) WholeIn(before []Question) *Question {
	if !q.fromLogAlone() {
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

// chosen finds the options that an answer names, and reports whether it names nothing else.
func chosen(answer string, options []Option, multi bool) (found []int, ok bool) {
	if !multi {
		i := slices.IndexFunc(options, func(o Option) bool { return o.Label == answer })
		if i < 0 {
			return nil, false
		}
		return []int{i}, true
	}
	for rest, more := answer, true; more; {
		// A label may contain ", " itself, so the longest match counts.
		best, after := -1, ""
		for i, o := range options {
			if best >= 0 && len(o.Label) <= len(options[best].Label) {
				continue
			}
			if tail, found := strings.CutPrefix(rest, o.Label); found && (tail == "" || strings.HasPrefix(tail, ", ")) {
				best, after = i, tail
			}
		}
		if best < 0 {
			return nil, false
		}
		found = append(found, best)
		rest, more = strings.CutPrefix(after, ", ")
	}
	slices.Sort(found)
	return slices.Compact(found), true
}
