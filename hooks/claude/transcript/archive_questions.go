package transcript

import (
	"cmp"
	"slices"
	"strings"
)

// Questions returns every question that was asked, the oldest first, each once.
func (a *Archive) Questions() []Question {
	type key struct {
		toolUseID string
		index     int
	}
	at := map[key]int{}
	var all []Question
	for _, f := range a.sorted() {
		byCall := map[string][]Hook{}
		for _, h := range f.hooks {
			byCall[h.ToolUseID] = append(byCall[h.ToolUseID], h)
		}
		for _, c := range f.calls {
			for i := range c.questions {
				q := c.question(i, byCall[c.toolUseID])
				k := key{q.ToolUseID, i}
				// A session that was resumed or forked repeats what came
				// before, perhaps without the result.
				if n, twice := at[k]; twice {
					if all[n].Outcome == Unanswered && q.Outcome != Unanswered {
						all[n] = q
					}
					continue
				}
				at[k] = len(all)
				all = append(all, q)
			}
		}
	}
	slices.SortStableFunc(all, byTime)
	return all
}

func byTime(a, b Question) int {
	return cmp.Or(a.Time.Compare(b.Time), strings.Compare(a.ToolUseID, b.ToolUseID), cmp.Compare(a.Index, b.Index))
}

// question returns question i with its outcome, given the hooks at its call.
func (c call) question(i int, hooks []Hook) Question {
	a := c.questions[i]
	q := Question{
		Time: c.time, Session: c.session, ToolUseID: c.toolUseID, Index: i, Project: c.project,
		Tool: c.tool, Source: c.source, Others: c.others, Text: a.text,
		Header: a.header, Multi: a.multi, Options: a.options, Cut: a.cut,
		Outcome: outcomes[c.result.state], By: Nobody,
	}
	if !c.result.time.IsZero() && !c.time.IsZero() {
		q.Wait = max(0, c.result.time.Sub(c.time))
	}
	if i < len(c.result.answers) {
		q.Answer = c.result.answers[i]
	}
	switch c.result.state {
	case accepted, timedOut:
		if q.Answer == "" {
			c.creditLost(&q, hooks)
			return q
		}
		var ok bool
		if q.Chosen, ok = chosen(q.Answer, q.Options, q.Multi); ok {
			q.Outcome = Picked
		} else {
			q.Outcome = Typed
		}
		c.credit(&q, hooks)
		if q.Answered() && !replaced(hooks) {
			q.Shown, q.Noted = a.raw, a.note
		}
	case denied:
		if c.result.source == "hook" {
			q.By, q.Command = OtherHook, last(hooks, func(h Hook) bool { return h.Decision == "deny" }).Command
		}
	case unreadable:
		q.By = Unknown
	}
	if isOurs(q.Command) {
		q.By = Neverask
	}
	return q
}
