package activity

import (
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
)

// session pairs the records of one session, in the order they were written.
type session struct {
	open     []Call // begun, the oldest first
	doubtful []Call // closed for another reason; their own end may yet come
	runs     []run  // of subagents
	recent   [remembered]uint64
	next     int // place in recent
	starts   int // how often the session was begun or resumed
	last     int64

	out  sink
	seen texts
}

// sink receives the calls and prompts of a session.
type sink interface {
	ended(*Call)    // for good
	inferred(*Call) // may be repeated, corrected
	prompted(a *eventlog.Activity)
}

// Bounds on what is kept of a session.
const (
	remembered  = 64 // ended calls, to recognise repeated records
	maxOpen     = 256
	maxDoubtful = 64
	maxRuns     = 256
)

// maxAge is how long a call may have no record before it counts as lost.
const maxAge = 24 * time.Hour

// take handles one record. Texts that are kept are copied.
func (s *session) take(a *eventlog.Activity) {
	s.last = max(s.last, a.Time)
	switch a.Event {
	case hooks.EventPreToolUse:
		s.begin(a)
	case hooks.EventPermissionRequest:
		if c := s.waiting(a); c != nil {
			c.Asked = true
		}
	case hooks.EventPermissionDenied:
		if c := s.waiting(a); c != nil {
			c.Class, c.By = eventlog.ClassDenied, eventlog.DeniedByClassifier
			if a.By != "" {
				c.By = eventlog.Denier(s.seen.text(string(a.By)))
			}
		}
	case hooks.EventPostToolUse, hooks.EventPostToolUseFailure:
		s.end(a)
	case hooks.EventPostToolBatch:
		s.batch(a)
	case hooks.EventUserPromptSubmit:
		if a.Background != "" { // reports the end of a background command; not written by the user
			return
		}
		s.out.prompted(a)
		s.interrupt(a.Time)
	case hooks.EventStop, hooks.EventStopFailure:
		s.close(a.Time, ByStop, eventlog.ClassOrphan, func(c *Call) bool { return c.Agent == "" })
	case hooks.EventSubagentStart:
		s.start(a)
	case hooks.EventSubagentStop:
		s.stop(a)
	case hooks.EventSessionStart:
		if a.Key != "compact" {
			s.starts++
		}
	case hooks.EventSessionEnd:
		s.close(a.Time, BySessionEnd, eventlog.ClassInterrupted, func(*Call) bool { return true })
		s.runs = nil
	}
}

// begin opens a call. If the call was closed for another reason, or still open when the
// session ended without a record, it was deferred and now continues.
func (s *session) begin(a *eventlog.Activity) {
	resumed := 0
	if i := index(s.open, a.ToolUse); i >= 0 {
		if s.open[i].starts == s.starts {
			return // the record of a second hook
		}
		resumed = s.open[i].Resumed + 1
		s.open = slices.Delete(s.open, i, i+1)
	} else if i := index(s.doubtful, a.ToolUse); i >= 0 {
		resumed = s.doubtful[i].Resumed + 1
		s.doubtful = slices.Delete(s.doubtful, i, i+1)
	} else if s.remembers(a.ToolUse) {
		return
	}
	if len(s.open) == maxOpen {
		s.infer(&s.open[0], s.open[0].Start.UnixNano(), ByAge, eventlog.ClassOrphan)
		s.open = slices.Delete(s.open, 0, 1)
	}
	s.open = append(s.open, Call{})
	c := &s.open[len(s.open)-1]
	s.fill(c, a)
	c.Start, c.In, c.Resumed = time.Unix(0, a.Time), a.In, resumed
}

// fill copies the members that all records of a call share.
func (s *session) fill(c *Call, a *eventlog.Activity) {
	t := &s.seen
	c.Session, c.ToolUse, c.Prompt = t.again(&t.session, a.Session), strings.Clone(a.ToolUse), t.again(&t.prompt, a.Prompt)
	c.Tool, c.Server, c.Key = t.text(a.Tool), t.text(a.Server), t.text(a.Key)
	c.Agent, c.AgentType = t.again(&t.agent, a.Agent), t.again(&t.agentType, a.AgentType)
	c.Mode, c.Effort = t.again(&t.mode, a.Mode), t.again(&t.effort, a.Effort)
	c.Project, c.ProjectName = t.again(&t.project, a.Project), t.again(&t.projectName, a.ProjectName)
	c.Arguments = strings.Clone(a.Arguments)
	c.starts = s.starts
	if c.Agent != "" && c.AgentType == "" {
		if i := s.run(c.Agent); i >= 0 {
			c.AgentType = s.runs[i].kind
		}
	}
}

// waiting returns the open call that a permission request is about. The record need not name
// it; then it is the first call of its tool that was not asked about, preferably with the same
// key.
func (s *session) waiting(a *eventlog.Activity) (found *Call) {
	for i := range s.open {
		c := &s.open[i]
		switch {
		case a.ToolUse != "":
			if c.ToolUse == a.ToolUse {
				return c
			}
		case c.Tool != a.Tool || c.Agent != a.Agent || c.Class != "" || c.Asked && a.Event == hooks.EventPermissionRequest:
		case c.Key == a.Key:
			return c
		case found == nil:
			found = c
		}
	}
	return found
}

// end ends a call. If its beginning was not recorded, it is computed from the end and the
// duration.
func (s *session) end(a *eventlog.Activity) {
	c, began := s.takeOut(a.ToolUse)
	if !began {
		if s.remembers(a.ToolUse) {
			return
		}
		s.fill(&c, a)
		c.Start, c.In = time.Unix(0, a.Time-a.Took*int64(time.Millisecond)), a.In
	}
	c.End, c.ClosedBy = time.Unix(0, a.Time), ""
	c.Class, c.Exit, c.By, c.Out = ended(a), a.Exit, eventlog.Denier(s.seen.text(string(a.By))), a.Out
	c.Background = strings.Clone(a.Background)
	wall := max(0, c.End.Sub(c.Start))
	switch {
	case a.Timed:
		c.Timed, c.Duration = true, max(0, time.Duration(a.Took)*time.Millisecond)
		if began {
			c.Waited, c.Wait = true, max(0, wall-c.Duration)
		}
	case began:
		c.Timed, c.Duration = true, wall
	}
	s.finish(&c)
}

func ended(a *eventlog.Activity) eventlog.Class {
	switch {
	case a.Class != "":
		return known(a.Class)
	case a.Event == hooks.EventPostToolUse:
		return eventlog.ClassOK
	}
	return eventlog.ClassOther
}

// known returns the constant for a class, which keeps no line in memory, or ClassOther for an
// unknown one.
func known(c eventlog.Class) eventlog.Class {
	for _, k := range [...]eventlog.Class{
		eventlog.ClassOK, eventlog.ClassExit, eventlog.ClassTimeout,
		eventlog.ClassInterrupted, eventlog.ClassNotFound, eventlog.ClassOSPermission,
		eventlog.ClassInvalid, eventlog.ClassDenied, eventlog.ClassDeferred, eventlog.ClassOrphan,
	} {
		if c == k {
			return k
		}
	}
	return eventlog.ClassOther
}

// finish passes on a call that has ended.
func (s *session) finish(c *Call) {
	s.remember(c.ToolUse)
	s.out.ended(c)
}

// rest passes on what is left after everything was read: calls whose end is doubtful, and
// running ones. The session itself does not change.
func (s *session) rest(now time.Time, out sink) {
	for i := range s.doubtful {
		c := s.doubtful[i]
		out.ended(&c)
	}
	lost := now.Sub(time.Unix(0, s.last)) > maxAge
	for i := range s.open {
		c := s.open[i]
		switch {
		case lost || now.Sub(c.Start) > maxAge:
			c.End, c.ClosedBy = time.Unix(0, s.last), ByAge
			if c.Class == "" {
				c.Class = eventlog.ClassOrphan
			}
		case c.Class == "":
			c.Class = Running
		}
		out.ended(&c)
	}
}

// takeOut removes a call from the open or the doubtful calls.
func (s *session) takeOut(toolUse string) (c Call, ok bool) {
	for _, calls := range [...]*[]Call{&s.open, &s.doubtful} {
		if i := index(*calls, toolUse); i >= 0 {
			c = (*calls)[i]
			*calls = slices.Delete(*calls, i, i+1)
			return c, true
		}
	}
	return c, false
}

func index(calls []Call, toolUse string) int {
	for i := range calls {
		if calls[i].ToolUse == toolUse {
			return i
		}
	}
	return -1
}

// remember notes that a call has ended.
func (s *session) remember(id string) {
	s.recent[s.next] = hash(id)
	s.next = (s.next + 1) % remembered
}

func (s *session) remembers(id string) bool { return slices.Contains(s.recent[:], hash(id)) }

// hash is never 0.
func hash(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // it never fails
	return max(h.Sum64(), 1)
}
