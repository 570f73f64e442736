package eventlog

import (
	"fmt"
	"iter"
	"strconv"
	"time"

	"neverask/hooks"
)

// By says who answered a question.
type By string

// Who may have answered.
const (
	ByNeverask  By = "neverask"   // neverask, by the rule in the record
	ByUser      By = "user"       // the person chose an option
	ByUserText  By = "user-text"  // the person typed something else
	ByOtherHook By = "other-hook" // another hook did
	ByDeclined  By = "declined"   // it was asked, and nobody answered
	ByUnknown   By = "unknown"
)

// The values of Safety: whether a decision can be reversed.
const (
	TwoWay = "two-way"
	OneWay = "one-way" // irreversible or outward
)

// Question is one line of the question log: one question and its outcome.
type Question struct {
	Time        time.Time
	Session     string
	ToolUseID   string
	Index       int // the question's index in its call
	Project     string
	Tool        string
	Mode        string // permission mode
	Header      string
	Text        string
	Options     []string
	Multi       bool
	Recommended string
	Answer      string
	By          By
	Rule        string        // the id of the winning rule, even if it did not answer
	Away        string        // why it was answered while the user was away
	Expected    string        // what we answered, if the answer differs
	Overwritten bool          // another hook replaced our answer
	Failed      bool          // asking failed
	Safety      string        // "" if the call was not seen before its result, and so not judged
	Wait        time.Duration // from the call to its result
}

// JSON returns the record as one line, without a line break.
func (q Question) JSON() []byte {
	w := hooks.NewWriter(1 << 10)
	w.Begin('{')
	w.Text("time", q.Time.UTC().Format(timeLayout))
	w.Text("session", q.Session)
	w.Text("tool_use_id", q.ToolUseID)
	w.Name("index").Int(int64(q.Index))
	w.Text("project", q.Project)
	w.Text("tool", q.Tool)
	w.Text("mode", q.Mode)
	w.Text("header", q.Header)
	w.Text("question", q.Text)
	w.Name("options").Begin('[')
	for _, o := range q.Options {
		w.String(o)
	}
	w.End(']')
	w.Flag("multi", q.Multi)
	w.Text("recommended", q.Recommended)
	w.Text("answer", q.Answer)
	w.Text("by", string(q.By))
	w.Text("rule", q.Rule)
	w.Text("away", q.Away)
	w.Text("expected", q.Expected)
	w.Flag("overwritten", q.Overwritten)
	w.Flag("failed", q.Failed)
	w.Text("door", q.Safety)
	w.Name("wait_ms").Int(q.Wait.Milliseconds())
	w.End('}')
	return w.Bytes()
}

// ParseQuestion reads one line of the question log. Unknown members are ignored; a line
// without a time or a question is an error.
func ParseQuestion(line []byte) (Question, error) {
	v, err := hooks.Parse(line)
	if err != nil {
		return Question{}, err
	}
	var q Question
	for m := range v.Members() {
		switch s := m.Value.String(); m.Name {
		case "time":
			q.Time, err = time.Parse(time.RFC3339, s)
		case "session":
			q.Session = s
		case "tool_use_id":
			q.ToolUseID = s
		case "index":
			q.Index, _ = strconv.Atoi(m.Value.Raw())
		case "project":
			q.Project = s
		case "tool":
			q.Tool = s
		case "mode":
			q.Mode = s
		case "header":
			q.Header = s
		case "question":
			q.Text = s
		case "options":
			for o := range m.Value.Elements() {
				q.Options = append(q.Options, o.String())
			}
		case "multi":
			q.Multi = m.Value.IsTrue()
		case "recommended":
			q.Recommended = s
		case "answer":
			q.Answer = s
		case "by":
			q.By = By(s)
		case "rule":
			q.Rule = s
		case "away":
			q.Away = s
		case "expected":
			q.Expected = s
		case "overwritten":
			q.Overwritten = m.Value.IsTrue()
		case "failed":
			q.Failed = m.Value.IsTrue()
		case "door":
			q.Safety = s
		case "wait_ms":
			ms, _ := strconv.Atoi(m.Value.Raw())
			q.Wait = time.Duration(ms) * time.Millisecond
		}
	}
	if err != nil || q.Time.IsZero() || q.Text == "" {
		return Question{}, fmt.Errorf("not a question record")
	}
	return q, nil
}

// Questions yields the records written at or after since, the oldest first. The zero time
// means all. Torn or foreign lines are skipped.
func (l Log) Questions(since time.Time) iter.Seq[Question] {
	return written(l, since, ParseQuestion, func(q Question) time.Time { return q.Time })
}
