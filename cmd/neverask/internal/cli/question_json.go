package cli

import (
	"time"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
)

// QuestionJSON is the documented shape of a question; log --questions --follow --json prints one per line.
type QuestionJSON struct {
	Time        time.Time    `json:"time"`
	Session     string       `json:"session"`
	ToolUseID   string       `json:"tool_use_id"`
	Index       int          `json:"index"`
	Project     string       `json:"project"`
	Tool        string       `json:"tool"`
	Header      string       `json:"header"`
	Question    string       `json:"question"`
	Options     []OptionJSON `json:"options"`
	Multi       bool         `json:"multi"`
	Outcome     string       `json:"outcome"`
	Answer      string       `json:"answer"`
	By          string       `json:"by"`
	Command     string       `json:"command,omitempty"`
	Rule        string       `json:"rule,omitempty"`
	Away        string       `json:"away,omitempty"`
	Expected    string       `json:"expected,omitempty"`
	Overwritten bool         `json:"overwritten"`
	WaitMS      int64        `json:"wait_ms"`
	// MarkedWrong says that the person has marked the answer as wrong; only the log knows that.
	MarkedWrong bool `json:"marked_wrong,omitempty"`
}

// OptionJSON is an option of a question.
type OptionJSON struct {
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}

// JSONOfQuestion returns the documented shape of a question.
func JSONOfQuestion(q transcript.Question) QuestionJSON {
	j := QuestionJSON{
		Time: q.Time, Session: q.Session, ToolUseID: q.ToolUseID, Index: q.Index, Project: q.Project, Tool: q.Tool,
		Header: q.Header, Question: q.Text, Options: []OptionJSON{},
		Multi: q.Multi, Outcome: string(q.Outcome), Answer: q.Answer,
		By: string(q.By), Command: diffview.RedactCommand(q.Command),
		Rule: q.Rule, Away: string(q.Away), Expected: q.Expected,
		Overwritten: q.Overwritten, WaitMS: q.Wait.Milliseconds(),
	}
	for _, o := range q.Options {
		j.Options = append(j.Options, OptionJSON(o))
	}
	return j
}
