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
	Declined   Outcome = "declined"   // the person refused to answer, or wanted to talk first
	TimedOut   Outcome = "timed-out"  // the client went on because nobody answered
	Denied     Outcome = "denied"     // refused before it was asked, by a hook or a rule of the client
	Failed     Outcome = "failed"     // asking failed
	Unanswered Outcome = "unanswered" // there is no answer, or not yet
	Unreadable Outcome = "unreadable" // an MCP server answered in a way of its own
)

// By says who is behind an outcome.
type By string

// Who may be behind an outcome. Nobody goes with the outcomes without an answer,
// unless a hook has caused them.
const (
	Person    By = "you"
	Neverask  By = "neverask"
	OtherHook By = "other-hook"
	Nobody    By = "nobody"
	Unknown   By = "unknown"
)

// Question is one question that was asked, and what became of it.
type Question struct {
	Time      time.Time // when it was asked
	Session   string
	ToolUseID string
	Index     int    // of the question in its call
	Project   string // the directory the session worked in
	Tool      string // as the client names it
	Source    string // metadata.source of the call
	Others    string // the members of the call's input beside the questions, JSON, or ""
	Text      string
	Header    string
	Multi     bool
	Options   []Option
	Cut       bool // the text or an option was too long to be kept whole
	// Shown is the whole question, JSON, when the person has certainly been shown
	// exactly it, in the client's own dialog or that of a host, and answered; else "".
	Shown string
	Noted bool // they wrote a note beside their answer

	Outcome Outcome
	Answer  string // labels are joined by ", ", as the client does
	Chosen  []int  // the options of a Picked answer, by index, ascending
	By      By
	Command string        // the hook behind the outcome, if it is known
	Wait    time.Duration // from the question to its result

	// Logged says that our own log knows the question too; what follows comes
	// from there.
	Logged      bool
	Mode        string        // permission mode
	Rule        string        // the rule that won, also when it did not answer
	Away        question.Away // why it was answered while the person was away; "" where it was not
	Expected    string        // what we had answered, when the answer is another one
	Overwritten bool          // another hook replaced our answer
	OneWay      bool
}

// Option is one choice of a question.
type Option struct {
	Label       string
	Description string
}

// Call rebuilds the call of this question alone, as the tool was given it.
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

// PastAnswer is the answer for the answer record. ok is false where it
// is not certain that the person saw exactly this question and answered it themselves.
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

// ShownCall is [Question.Call] with the question as the person was shown it, where that is certain.
func (q Question) ShownCall() (question.Call, error) {
	call, err := q.Call()
	if shown, ok := q.shownQuestion(); ok && err == nil {
		call.Questions[0] = shown
	}
	return call, err
}

// Whole reports whether it is known what the question told of its options, which the log of
// neverask does not keep.
func (q *Question) Whole() bool {
	return q.Shown != "" || slices.ContainsFunc(q.Options, func(o Option) bool { return o.Description != "" })
}

// shownQuestion is the question as the person was shown it, where that is certain.
func (q Question) shownQuestion() (question.Question, bool) {
	v, err := hooks.Parse(q.Shown)
	if err != nil {
		return question.Question{}, false
	}
	shown, err := question.ParseQuestion(v)
	return shown, err == nil
}

// pastAnswer is PastAnswer, of a certain question. An answer that may be one of several labels
// or more of them is taken for typed.
func (q Question) pastAnswer(shown question.Question) (a question.PastAnswer, ok bool) {
	a = question.PastAnswer{
		At: q.Time, By: question.AnsweredInTranscript, Session: q.Session, Call: q.ToolUseID, Index: q.Index, Question: shown, Note: q.Noted,
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

// certain reports whether the person saw exactly the question and chose of its options,
// as far as the transcript tells.
func (q Question) certain() bool {
	return q.Shown != "" && q.Answered() && !q.Noted && !(q.Multi && q.ambiguous())
}

// ambiguous reports whether it cannot be told which options were chosen of
// several: something was typed, or a label looks like two.
func (q Question) ambiguous() bool {
	return q.Outcome == Typed || slices.ContainsFunc(q.Options, func(o Option) bool { return strings.Contains(o.Label, ", ") })
}

// Answered reports whether the person has answered: evidence of what they want.
func (q Question) Answered() bool {
	return q.By == Person && (q.Outcome == Picked || q.Outcome == Typed)
}

// chosen finds the options that an answer names, and whether it names nothing
// else.
func chosen(answer string, options []Option, multi bool) (found []int, ok bool) {
	if !multi {
		i := slices.IndexFunc(options, func(o Option) bool { return o.Label == answer })
		if i < 0 {
			return nil, false
		}
		return []int{i}, true
	}
	for rest, more := answer, true; more; {
		// A label may hold ", " itself, so the longest one counts.
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
