package program

import (
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// seen returns the questions as the client's dialog showed them to the person, but
// for our own order and mark, and none when it is not certain that a person answered
// them there. One to which they wrote a note is answered in more words than those.
//
// Claude Code 2.1.329 leaves "annotations" in the input of a call that its dialog
// answered, and "afkTimeoutMs" when it gave up waiting for an answer
// (askUserQuestionTimeout). The input is what was shown, whatever other hooks have
// made of it.
func (h *hook) seen(p hooks.PostToolUse, w waiting) []question.Question {
	const dialog, timer = "annotations", "afkTimeoutMs"
	switch {
	case w.unseen, w.call.Server != "" && p.ToolInput.Get("answers").Kind() != hooks.Absent: // which another hook has put there
		return nil
	case w.call.Server != "":
		return w.asShown(p)
	case !h.marksDialogs(p.Common),
		w.input.Get(dialog).Kind() != hooks.Absent || p.ToolInput.Get(dialog).Kind() != hooks.Object,
		p.ToolInput.Get(timer).Kind() != hooks.Absent || p.ToolResponse.Get(timer).Kind() != hooks.Absent:
		return nil
	}
	notes := p.ToolInput.Get(dialog)
	return slices.DeleteFunc(w.asShown(p), func(q question.Question) bool { return notes.Get(q.Text).Get("notes").String() != "" })
}

// asShown returns the questions that a tool got, but for our own order and mark.
func (w waiting) asShown(p hooks.PostToolUse) []question.Question {
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	if err != nil {
		return nil
	}
	seen := call.Questions
	for i, q := range seen {
		for _, came := range w.call.Questions {
			if came.IsShownAs(q) {
				seen[i] = came
			}
		}
	}
	return seen
}

// told is what an MCP server says that the person has answered to question i: a result
// that is one of its labels and nothing else, or one that holds the answers by question.
// What is learnt of a server holds for its own questions alone, so it gains nothing by
// saying what is not so.
func (w waiting) told(i int, res result) string {
	q := w.call.Questions[i]
	if w.call.Server == "" || q.Multi {
		return ""
	}
	answer := res.text
	if v, err := hooks.Parse([]byte(res.text)); err == nil && v.Kind() == hooks.Object {
		answer = v.Get("answers").Get(q.Text).String()
	} else if len(w.call.Questions) > 1 {
		return ""
	}
	if !slices.Contains(q.Labels(), answer) {
		return ""
	}
	return answer
}

// learn keeps a question that the person has just answered themselves as evidence of
// the rule whose question it was.
func (h *records) learn(server string, g given, seen []question.Question, text, answer string) {
	s, ok := h.piece(server, seen, text, answer)
	if g.rule == "" || !ok {
		return
	}
	if err := h.evidence().Add(g.rule, s); err != nil {
		h.complain(err)
	}
}

// piece is a question, as the person has seen it, with their answer; ok is false where
// it cannot be told what they saw or chose.
func (h *records) piece(server string, seen []question.Question, text, answer string) (s question.Seen, ok bool) {
	i := slices.IndexFunc(seen, func(q question.Question) bool { return q.Text == text })
	if i < 0 {
		return s, false
	}
	s = question.Seen{At: h.env.Now(), By: question.SeenInDialog, Server: server, Question: seen[i]}
	labels := s.Question.Labels()
	switch several := strings.Split(answer, ", "); {
	case slices.Contains(labels, answer):
		s.Labels = []string{answer}
	case !s.Question.Multi:
		s.Text = answer
	case slices.ContainsFunc(several, func(l string) bool { return !slices.Contains(labels, l) }):
		return s, false // typed, or labels that hold a comma
	default:
		s.Labels = several
	}
	return s, true
}

// Learn keeps what the person has answered in the dialog of the host that calls it, from
// the payloads of a call before and after the tool. Where the client runs the installed
// hook for these, that cannot know whose answer the host has given.
func Learn(before, after string, env Env) error {
	first, err := hooks.ParsePayload([]byte(before))
	if err != nil {
		return err
	}
	last, err := hooks.ParsePayload([]byte(after))
	if err != nil {
		return err
	}
	pre, asked := first.(hooks.PreToolUse)
	post, answered := last.(hooks.PostToolUse)
	if !asked || !answered {
		return nil
	}
	h := hook{records: records{env: env}}
	if h.paths, err = directories(env); err != nil {
		return err
	}
	call, err := question.ParseCall(pre.ToolName, pre.ToolInput)
	if err != nil {
		return err
	}
	d, _, err := h.decide(call, h.situation(pre.ToolCall), nil)
	if err != nil {
		return err
	}
	w := h.newWaiting(pre.ToolCall, call, d)
	res, seen := readResult(call.Server, post.ToolResponse), h.seen(post, w)
	for i, q := range call.Questions {
		var r eventlog.Question
		if w.whoAnswered(i, &r, res, h.sawDialog(post, w)); r.By == eventlog.ByUser || r.By == eventlog.ByUserText {
			h.learn(call.Server, w.given[i], seen, q.Text, r.Answer)
		}
	}
	return nil
}
