package program

import (
	"errors"
	"strconv"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
)

// openCall is a call between its PreToolUse and its result.
type openCall struct {
	time      time.Time
	session   string
	toolUseID string
	project   string
	mode      string
	outcome   question.Outcome
	input     hooks.Value
	call      question.Call
	given     []given // one for each question
	unseen    bool    // the PreToolUse was not recorded
}

// given says what we did about one question.
type given struct {
	rule   string
	oneWay bool
	away   question.Away
	answer hooks.Value // absent when the question was asked
}

// newOpenCall returns a call that waits for its result.
func (h *records) newOpenCall(p hooks.ToolCall, call question.Call, d question.Decision) openCall {
	w := openCall{
		time: h.env.Now(), session: p.SessionID, toolUseID: p.ToolUseID, project: h.project(p.Common),
		mode: p.PermissionMode, outcome: d.Outcome, input: p.ToolInput, call: call,
		given: make([]given, len(d.Choices)),
	}
	for i, c := range d.Choices {
		w.given[i] = given{rule: c.Rule, oneWay: len(c.OneWay) > 0, away: c.Away}
		if c.Verdict == question.Answered {
			w.given[i].answer = c.Value(call.Questions[i])
		}
	}
	return w
}

func (w openCall) json() []byte {
	out := hooks.NewWriter(len(w.input.Raw()) + 1<<10)
	out.Begin('{')
	out.Name("time").Int(w.time.UnixNano())
	out.Text("session", w.session)
	out.Text("tool_use_id", w.toolUseID)
	out.Text("project", w.project)
	out.Text("mode", w.mode)
	out.Text("outcome", string(w.outcome))
	out.Name("given").Begin('[')
	for _, g := range w.given {
		out.Begin('{')
		out.Text("rule", g.rule)
		out.Flag("oneWay", g.oneWay)
		out.Text("away", string(g.away))
		out.Member("answer", g.answer)
		out.End('}')
	}
	out.End(']')
	out.Text("tool", w.call.Tool)
	out.Member("input", w.input)
	out.End('}')
	return out.Bytes()
}

func parseOpenCall(b []byte) (openCall, error) {
	v, err := hooks.Parse(b)
	if err != nil {
		return openCall{}, err
	}
	w := openCall{
		session: v.Get("session").String(), toolUseID: v.Get("tool_use_id").String(),
		project: v.Get("project").String(), mode: v.Get("mode").String(),
		outcome: question.Outcome(v.Get("outcome").String()), input: v.Get("input"),
	}
	nanos, err := strconv.ParseInt(v.Get("time").Raw(), 10, 64)
	if err != nil {
		return openCall{}, err
	}
	w.time = time.Unix(0, nanos)
	if w.call, err = question.ParseCall(v.Get("tool").String(), w.input); err != nil {
		return openCall{}, err
	}
	for g := range v.Get("given").Elements() {
		w.given = append(w.given,
			given{g.Get("rule").String(), g.Get("oneWay").IsTrue(), question.Away(g.Get("away").String()), g.Get("answer")})
	}
	if len(w.given) != len(w.call.Questions) {
		return openCall{}, errors.New("the record of an open call is damaged")
	}
	return w, nil
}

// remember keeps a call until its result arrives, and reports whether it could. A denied
// call has no result, and is recorded at once.
func (h *records) remember(w openCall) bool {
	if w.session == "" || w.toolUseID == "" {
		return false
	}
	if w.outcome == question.OutcomeDeny {
		h.recordQuestionsOnce(w, func(i int, r *eventlog.Question) {
			r.Answer, r.By = hooks.AnswerText(w.given[i].answer), eventlog.ByNeverask
		})
		return true
	}
	newDay, err := h.openCalls().Put(w.session, w.toolUseID, w.json())
	if err != nil {
		h.complain(err)
		return false
	}
	if newDay {
		h.later(func() {
			if err := h.openCalls().Sweep(h.lost); err != nil {
				h.complain(err)
			}
		})
	}
	return true
}

// recall returns what is known about a call whose result has arrived. If its PreToolUse left
// no record, or another process has taken it, only the result describes the call.
func (h *records) recall(p hooks.ToolCall) (openCall, error) {
	if b := h.openCalls().Get(p.SessionID, p.ToolUseID); b != nil {
		w, err := parseOpenCall(b)
		if err == nil && w.session == p.SessionID && w.toolUseID == p.ToolUseID {
			return w, nil
		}
		h.complain(errors.New("the record of an open call is damaged"))
	}
	call, err := question.ParseCall(p.ToolName, p.ToolInput)
	if err != nil {
		return openCall{}, err
	}
	w := h.newOpenCall(p, call, question.Decision{Choices: make([]question.Choice, len(call.Questions))})
	w.unseen = true
	return w, nil
}

// lost records a call that never got a result: the person left the dialog, or
// another hook refused the call.
func (h *records) lost(content []byte) {
	w, err := parseOpenCall(content)
	if err != nil {
		h.complain(err)
		return
	}
	h.recordQuestions(w, func(i int, r *eventlog.Question) {
		r.By = eventlog.ByDeclined
		if w.given[i].answer.Kind() != hooks.Absent {
			r.By, r.Expected = eventlog.ByUnknown, w.given[i].answer.String()
		}
	})
}
