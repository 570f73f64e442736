package program

import (
	"os"
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/record/answers"
	"neverask/hooks/rule/question"
)

// asShown returns the questions that the tool was given, in their original form where only
// neverask's order and mark differ.
func (w openCall) asShown(p hooks.PostToolUse) []question.Question {
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

// serverAnswer returns what an MCP server reports as the person's answer to question i: a result
// that is exactly one of its labels, or that contains the answers by question. An answer from a
// server counts only for the server's own questions, so it gains nothing by a false report.
func (w openCall) serverAnswer(i int, res result) string {
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

// learn keeps the person's answers. Other hooks can change a payload, so it also keeps the place
// in the transcript where the client will confirm who answered. In a session that nobody attends,
// no answer is a person's.
func (h *records) learn(p hooks.PostToolUse, w openCall, res result) {
	const timer = "afkTimeoutMs"
	if w.unseen || h.isUnattended() || p.ToolInput.Get(timer).Kind() != hooks.Absent ||
		p.ToolResponse.Get(timer).Kind() != hooks.Absent {
		return
	}
	proof := answers.Proof{Transcript: p.TranscriptPath}
	if info, err := os.Stat(p.TranscriptPath); err == nil {
		proof.Length = info.Size()
	}
	shown := w.asShown(p)
	for i, q := range w.call.Questions {
		a, ok := w.personsAnswer(i, p, res)
		at := slices.IndexFunc(shown, func(s question.Question) bool { return s.Text == q.Text })
		if !ok || at < 0 {
			continue
		}
		a.At, a.By, a.Session, a.Call, a.Index = h.env.Now(), question.AnsweredInDialog, w.session, w.toolUseID, i
		a.Server, a.Others, a.Question = w.call.Server, w.call.Others(), shown[at]
		if a.Server != "" {
			a.Project = h.projectOfServers(w.project)
		}
		if err := h.answers().Note(a, proof); err != nil {
			h.complain(err)
		}
	}
}

// personsAnswer returns the answer to question i, unless neverask gave it.
func (w openCall) personsAnswer(i int, p hooks.PostToolUse, res result) (a question.PastAnswer, ok bool) {
	q := w.call.Questions[i]
	if w.call.Server != "" {
		told := w.serverAnswer(i, res)
		return question.PastAnswer{Labels: []string{told}}, told != "" && w.given[i].answer.Kind() == hooks.Absent
	}
	ours, answer := hooks.AnswerText(w.given[i].answer), hooks.AnswerText(res.answers[q.Text])
	a = pastAnswer(q, answer)
	a.Note = p.ToolInput.Get("annotations").Get(q.Text).Get("notes").String() != ""
	return a, (answer != "" || a.Note) && (ours == "" || answer != ours)
}

// pastAnswer distinguishes labels from typed text. An answer that may be either counts as typed,
// which no rule gives.
func pastAnswer(q question.Question, answer string) (a question.PastAnswer) {
	labels, parts := q.Labels(), strings.Split(answer, ", ")
	isLabel := func(part string) bool { return slices.Contains(labels, part) }
	several := q.Multi && len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !isLabel(part) })
	switch {
	case several && !isLabel(answer):
		a.Labels = parts
	case isLabel(answer) && !several:
		a.Labels = []string{answer}
	default:
		a.Text = answer
	}
	return a
}

// Learn keeps what the person answered in the caller's own dialog, from a call's payloads before
// and after the tool. The installed hook cannot know whose answer a host gave.
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
	h.learn(post, h.newOpenCall(pre.ToolCall, call, d), readResult(call.Server, post.ToolResponse))
	h.finish()
	return nil
}
