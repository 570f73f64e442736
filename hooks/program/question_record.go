package program

import (
	"slices"

	"neverask/hooks/record/eventlog"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
)

// A record is kept short enough for a log that people page through.
const (
	maxText    = 4000
	maxLabel   = 500
	maxOptions = 50
)

// recordOnce appends one line for each question of a call, unless another
// process has done it (a hook may be registered twice, and a call be retried) or
// the call has no name to know it by.
func (h *records) recordOnce(w waiting, fill func(i int, r *eventlog.Question)) {
	if w.session == "" || w.toolUseID == "" {
		return
	}
	first, err := h.pending().Claim(w.session, w.toolUseID)
	if err != nil {
		h.complain(err)
		return
	}
	if first {
		h.append(w, fill)
	}
}

// append writes the lines of a call with one write.
func (h *records) append(w waiting, fill func(i int, r *eventlog.Question)) {
	lines := make([][]byte, len(w.call.Questions))
	for i, q := range w.call.Questions {
		r := eventlog.Question{
			Time: w.time, Session: w.session, ToolUseID: w.toolUseID, Index: i, Project: w.project,
			Tool: w.call.Tool, Mode: w.mode, Header: shorten(q.Header, maxLabel), Text: shorten(q.Text, maxText),
			Multi: q.Multi, Rule: w.given[i].rule, Safety: eventlog.TwoWay, By: eventlog.ByUnknown,
		}
		for _, label := range q.Labels()[:min(len(q.Options), maxOptions)] {
			r.Options = append(r.Options, shorten(label, maxLabel))
		}
		if best := q.Recommended(); best >= 0 {
			r.Recommended = shorten(q.Options[best].Label, maxLabel)
		}
		if w.given[i].oneWay {
			r.Safety = eventlog.OneWay
		}
		fill(i, &r)
		r.Answer, r.Expected = shorten(r.Answer, maxText), shorten(r.Expected, maxText)
		lines[i] = r.JSON()
	}
	if err := eventlog.OpenLog(h.paths.Questions()).Append(lines...); err != nil {
		h.complain(err)
	}
}

// count adds the person's own choice to the tally that "usual" is read from.
func (h *records) count(q question.Question, answer string) {
	if q.Multi {
		return
	}
	key := question.LabelKey(answer)
	if !slices.ContainsFunc(q.Options, func(o question.Option) bool { return question.LabelKey(o.Label) == key }) {
		key = "" // typed: it counts against what is usual, but may hold anything
	}
	if err := h.tally().Add(wording.Fingerprint(q.Text), key); err != nil {
		h.complain(err)
	}
}
