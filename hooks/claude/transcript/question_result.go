package transcript

import (
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// result is the result of a call.
type result struct {
	state   state
	time    time.Time
	source  string   // who decided, in the client's words: "hook", "user_temporary", …
	dialog  bool     // the client's own dialog left a trace
	answers []string // one per question; empty if there is none
}

// state is the state of a call as a whole, judged by its result.
type state byte

const (
	open       state = iota // no result yet
	accepted                // the tool ran: answers, if there are any
	declined                // by the person
	timedOut                // by the client, because nobody answered
	denied                  // by a hook or a rule
	failed                  // the tool, or its input
	cancelled               // the session ended or was interrupted
	unreadable              // an MCP server answered in its own form
	states                  // how many there are
)

// user reads a message to the model: the results of open calls in it.
func (s *scanner) user(r record) {
	for block := range r.message.Get("content").Elements() {
		if block.Get("type").String() != "tool_result" {
			continue
		}
		id := block.Get("tool_use_id").String()
		i, ok := s.open[id]
		if !ok {
			continue
		}
		delete(s.open, id)
		c := &s.out.calls[i]
		c.result = s.result(c, r, block)
		c.questions = shown(c, r.response)
		if c.result.state == denied && c.result.source == "hook" {
			s.out.hooks = append(s.out.hooks, s.denial(c, r, block))
		}
	}
}

func (s *scanner) result(c *call, line record, block hooks.Value) result {
	response := line.response
	r := result{
		time: line.time, source: s.limitText(line.decision.Get("source").String(), maxWord),
		dialog: response.Get("annotations").Kind() == hooks.Object,
	}
	if line.denial != "" || block.Get("is_error").IsTrue() {
		text := resultText(block)
		r.state = refusal(line.denial, text, line.decision)
		if r.state == denied && r.source == "" && strings.Contains(text, hookError) {
			r.source = "hook"
		}
		return r
	}
	server, _ := question.IsTool(c.tool)
	answers := response.Get("answers")
	if server != "" && answers.Kind() != hooks.Object {
		r.state = unreadable
		return r
	}
	r.state = accepted
	if response.Get("afkTimeoutMs").Kind() == hooks.Number {
		r.state = timedOut
	}
	r.answers = make([]string, len(c.questions))
	// What the user wrote instead of choosing applies to every question.
	instead := response.Get("response").String()
	for i, q := range c.questions {
		answer := hooks.AnswerText(answers.Get(q.text))
		if answer == notesOnly {
			answer = response.Get("annotations").Get(q.text).Get("notes").String()
		}
		if answer == "" {
			answer = instead
		}
		r.answers[i] = s.limitText(answer, maxText)
	}
	return r
}

// notesOnly is the client's answer to a question to which the user wrote only a note.
const notesOnly = "(notes only)"

// hookError is in the result of a call that a hook refused.
const hookError = " hook error: "

// refusal distinguishes the reasons for an error. Claude Code 2.1.329 names them; earlier
// versions have only the text.
func refusal(kind, text string, decision hooks.Value) state {
	switch kind {
	case "user-rejected":
		return declined
	case "interrupted", "cancelled":
		return cancelled
	case "":
	default:
		return denied
	}
	source := decision.Get("source").String()
	switch {
	case strings.HasPrefix(text, "The user doesn't want to "), source == "user_reject", source == "user_abort":
		return declined
	case strings.HasPrefix(text, "[Request interrupted"), strings.HasPrefix(text, "[Tool call interrupted"):
		return cancelled
	case strings.Contains(text, hookError), decision.Get("decision").String() == "reject":
		return denied
	}
	return failed
}

// resultText returns the beginning of a tool result's text.
func resultText(block hooks.Value) string {
	content := block.Get("content")
	if text, ok := content.Text(); ok {
		return text
	}
	for part := range content.Elements() {
		if text, ok := part.Get("text").Text(); ok {
			return text
		}
	}
	return ""
}
