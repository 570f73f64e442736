package activity

import (
	"slices"
	"time"

	"neverask/hooks/record/eventlog"
)

// Closing says what closed a call without a recorded end of its own.
type Closing string

// What can close a call.
const (
	ByBatch      Closing = "batch"       // PostToolBatch lists it
	ByPrompt     Closing = "prompt"      // the user wrote another prompt
	ByStop       Closing = "stop"        // the turn or the subagent ended
	BySessionEnd Closing = "session_end" // the session ended
	ByAge        Closing = "age"         // nothing was recorded for a day
)

// batch closes the calls that a batch lists. Calls whose input the client rejected appear
// nowhere else.
func (s *session) batch(a *eventlog.Activity) {
	for i := range a.Calls {
		b := &a.Calls[i]
		c, begun := s.takeOut(b.ToolUse)
		if c.ClosedBy != "" { // closed for another reason before
			c.Class, c.By, c.ClosedBy = "", "", ""
		}
		if !begun {
			if b.Class == "" || s.remembers(b.ToolUse) {
				continue
			}
			s.fill(&c, &eventlog.Activity{
				Session: a.Session, ToolUse: b.ToolUse, Prompt: a.Prompt,
				Tool: b.Tool, Key: b.Key, Agent: a.Agent, AgentType: a.AgentType,
				Mode: a.Mode, Effort: a.Effort, Project: a.Project, ProjectName: a.ProjectName,
			})
			c.Start, c.In = time.Unix(0, a.Time), b.In
		}
		s.listed(&c, a, b)
	}
}

// listed ends a call that is in a batch. If the user refused the call and it was alone in the
// batch, the wait is known.
func (s *session) listed(c *Call, a *eventlog.Activity, b *eventlog.BatchResult) {
	c.End, c.Out, c.ClosedBy = time.Unix(0, a.Time), b.Out, ByBatch
	switch {
	case c.Class != "": // refused by the classifier, with an event of its own
		c.ClosedBy = ""
	case b.Class == "":
		c.refused()
	default:
		c.Class, c.By = known(b.Class), eventlog.Denier(s.seen.text(string(b.By)))
	}
	if c.By == eventlog.DeniedByPerson && len(a.Calls) == 1 {
		c.Waited, c.Wait = true, max(0, c.End.Sub(c.Start))
	}
	s.finish(c)
}

// refused handles a call that began and never ran: if a permission was requested, the user or the
// program in their place refused it, otherwise a hook that wanted to ask.
func (c *Call) refused() {
	c.Class, c.By = eventlog.ClassDenied, eventlog.DeniedByHook
	if c.Asked {
		c.By = eventlog.DeniedByPerson
	}
}

// close closes open calls for a reason other than their own end.
func (s *session) close(at int64, by Closing, class eventlog.Class, which func(*Call) bool) {
	s.open = slices.DeleteFunc(s.open, func(c Call) bool {
		if !which(&c) {
			return false
		}
		s.infer(&c, at, by, class)
		return true
	})
}

func (s *session) infer(c *Call, at int64, by Closing, class eventlog.Class) {
	c.End, c.ClosedBy = time.Unix(0, at), by
	switch {
	case c.Class != "":
	case class == eventlog.ClassInterrupted && c.Asked:
		c.refused() // a refusal without a reason ends the turn, and nothing else records it
	default:
		c.Class = class
	}
	s.out.inferred(c)
	if len(s.doubtful) == maxDoubtful {
		s.finish(&s.doubtful[0])
		s.doubtful = slices.Delete(s.doubtful, 0, 1)
	}
	s.doubtful = append(s.doubtful, *c)
}

// interrupt closes the calls that the user interrupted with another prompt: those of the main
// conversation and of the subagents that it was waiting for. Background subagents continue.
func (s *session) interrupt(at int64) {
	var waited time.Time
	for i := range s.open {
		if c := &s.open[i]; c.Agent == "" && (c.Tool == "Agent" || c.Tool == "Task") &&
			(waited.IsZero() || c.Start.Before(waited)) {
			waited = c.Start
		}
	}
	foreground := func(agent string) bool {
		i := s.run(agent)
		return i >= 0 && !waited.IsZero() && !s.runs[i].start.Before(waited)
	}
	s.close(at, ByPrompt, eventlog.ClassInterrupted, func(c *Call) bool { return c.Agent == "" || foreground(c.Agent) })
	if !waited.IsZero() {
		s.runs = slices.DeleteFunc(s.runs, func(r run) bool { return !r.start.Before(waited) })
	}
}
