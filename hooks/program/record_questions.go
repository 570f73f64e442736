package program

import "neverask/hooks/record/eventlog"

// The limits keep a line short enough for a log that people page through.
const (
	maxText    = 4000
	maxLabel   = 500
	maxOptions = 50
)

// recordQuestionsOnce appends one line for each question of a call, unless another process has done
// so (a hook may be registered twice, and a call retried) or the call has no ID. It reports
// whether it was the first.
func (h *records) recordQuestionsOnce(w openCall, fill func(i int, r *eventlog.Question)) bool {
	if w.session == "" || w.toolUseID == "" {
		return false
	}
	first, err := h.openCalls().Claim(w.session, w.toolUseID)
	if err != nil {
		h.complain(err)
		return false
	}
	if first {
		h.recordQuestions(w, fill)
	}
	return first
}

// recordQuestions writes all lines of a call at once.
func (h *records) recordQuestions(w openCall, fill func(i int, r *eventlog.Question)) {
	lines := make([][]byte, len(w.call.Questions))
	for i, q := range w.call.Questions {
		r := eventlog.Question{
			Time: w.time, Session: w.session, ToolUseID: w.toolUseID, Index: i, Project: w.project,
			Tool: w.call.Tool, Mode: w.mode, Header: shorten(q.Header, maxLabel), Text: shorten(q.Text, maxText),
			Multi: q.Multi, Rule: w.given[i].rule, Away: string(w.given[i].away),
			Safety: eventlog.TwoWay, By: eventlog.ByUnknown,
		}
		for _, label := range q.Labels()[:min(len(q.Options), maxOptions)] {
			r.Options = append(r.Options, shorten(label, maxLabel))
		}
		if best := q.Recommended(); best >= 0 {
			r.Recommended = shorten(q.Options[best].Label, maxLabel)
		}
		switch {
		case w.unseen:
			r.Safety = ""
		case w.given[i].oneWay:
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
