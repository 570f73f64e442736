package activity

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/journal"
)

// session pairs the records of one session, in the order they were written.
type session struct {
	open     []Call // begun, the oldest first
	doubtful []Call // closed by something else than their own end, which may yet come
	runs     []Run  // of subagents that are at work
	over     []Run  // that have ended, the last ones
	recent   [remembered]uint64
	next     int // place in recent
	starts   int // how often the session was begun or resumed
	last     int64

	out  sink
	seen texts
}

// sink takes what a session has found out.
type sink interface {
	ended(*Call)    // for good
	inferred(*Call) // which may come again, corrected
	ran(*Run)
	spent(*Run) // the tokens of a run that has ended
	prompted(a *journal.Activity)
}

// The bounds of what is kept of a session.
const (
	remembered  = 64 // calls that have ended, to know their records when they come twice
	maxOpen     = 256
	maxDoubtful = 64
	maxRuns     = 256
	maxOver     = 64
)

// maxAge is how long nothing is heard of a call before it counts as lost.
const maxAge = 24 * time.Hour

// take takes one record. Its texts are copied where they are kept.
func (s *session) take(a *journal.Activity) {
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
			c.Class, c.By = journal.ClassDenied, journal.DeniedByClassifier
			if a.By != "" {
				c.By = journal.Denier(s.seen.text(string(a.By)))
			}
		}
	case hooks.EventPostToolUse, hooks.EventPostToolUseFailure:
		s.end(a)
	case hooks.EventPostToolBatch:
		s.batch(a)
	case hooks.EventUserPromptSubmit:
		if a.Background != "" { // what ran there has ended; no person has written that
			s.spend(a)
			return
		}
		s.out.prompted(a)
		s.interrupt(a.Time)
	case hooks.EventStop, hooks.EventStopFailure:
		s.close(a.Time, ByStop, journal.ClassOrphan, func(c *Call) bool { return c.Agent == "" })
	case hooks.EventSubagentStart:
		s.start(a)
	case hooks.EventSubagentStop:
		s.stop(a)
	case hooks.EventSessionStart:
		if a.Key != "compact" {
			s.starts++
		}
	case hooks.EventSessionEnd:
		s.close(a.Time, BySessionEnd, journal.ClassInterrupted, func(*Call) bool { return true })
		s.endRuns(a.Time, BySessionEnd, func(*Run) bool { return true })
	}
}

// begin opens a call. One that was closed by something else, or open when the
// session ended without a word, was put off and goes on.
func (s *session) begin(a *journal.Activity) {
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
		s.infer(&s.open[0], s.open[0].Start.UnixNano(), ByAge, journal.ClassOrphan)
		s.open = slices.Delete(s.open, 0, 1)
	}
	s.open = append(s.open, Call{})
	c := &s.open[len(s.open)-1]
	s.fill(c, a)
	c.Start, c.In, c.Resumed = time.Unix(0, a.Time), a.In, resumed
}

// fill takes what every record of a call tells.
func (s *session) fill(c *Call, a *journal.Activity) {
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
			c.AgentType = s.runs[i].Type
		}
	}
}

// waiting is the open call that a request for a permission is about: the record
// need not name it, and then it is the first of its tool that was not asked
// about, if possible one with the same key.
func (s *session) waiting(a *journal.Activity) (found *Call) {
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

// end ends a call. Of one whose beginning was not recorded, the end and its
// duration tell when that was.
func (s *session) end(a *journal.Activity) {
	var c Call
	began := true
	if i := index(s.open, a.ToolUse); i >= 0 {
		c = s.open[i]
		s.open = slices.Delete(s.open, i, i+1)
	} else if i := index(s.doubtful, a.ToolUse); i >= 0 {
		c = s.doubtful[i]
		s.doubtful = slices.Delete(s.doubtful, i, i+1)
	} else if s.remembers(a.ToolUse) {
		return
	} else {
		began = false
		s.fill(&c, a)
		c.Start, c.In = time.Unix(0, a.Time-a.Took*int64(time.Millisecond)), a.In
	}
	c.End, c.ClosedBy = time.Unix(0, a.Time), ""
	c.Class, c.Exit, c.By, c.Out = ended(a), a.Exit, journal.Denier(s.seen.text(string(a.By))), a.Out
	c.Background = strings.Clone(a.Background)
	s.spend(a)
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
	s.settle(&c)
}

func ended(a *journal.Activity) journal.Class {
	switch {
	case a.Class != "":
		return known(a.Class)
	case a.Event == hooks.EventPostToolUse:
		return journal.ClassOK
	}
	return journal.ClassOther
}

// known returns a class as the constant of its name, so that no record is kept
// for it, or else the class for all others.
func known(c journal.Class) journal.Class {
	for _, k := range [...]journal.Class{
		journal.ClassOK, journal.ClassExit, journal.ClassTimeout, journal.ClassInterrupted, journal.ClassNotFound, journal.ClassOSPermission,
		journal.ClassInvalid, journal.ClassDenied, journal.ClassDeferred, journal.ClassOrphan,
	} {
		if c == k {
			return k
		}
	}
	return journal.ClassOther
}

// batch closes the calls that a batch lists. Those whose input the client did not
// accept appear nowhere else.
func (s *session) batch(a *journal.Activity) {
	for i := range a.Calls {
		b := &a.Calls[i]
		var c Call
		if i := index(s.open, b.ToolUse); i >= 0 {
			c = s.open[i]
			s.open = slices.Delete(s.open, i, i+1)
		} else if i := index(s.doubtful, b.ToolUse); i >= 0 {
			c = s.doubtful[i]
			c.Class, c.By, c.ClosedBy = "", "", ""
			s.doubtful = slices.Delete(s.doubtful, i, i+1)
		} else if b.Class == "" || s.remembers(b.ToolUse) {
			continue
		} else {
			s.fill(&c, &journal.Activity{
				Session: a.Session, ToolUse: b.ToolUse, Prompt: a.Prompt, Tool: b.Tool, Key: b.Key, Agent: a.Agent, AgentType: a.AgentType,
				Mode: a.Mode, Effort: a.Effort, Project: a.Project, ProjectName: a.ProjectName,
			})
			c.Start, c.In = time.Unix(0, a.Time), b.In
		}
		s.listed(&c, a, b)
	}
}

// listed ends a call that is in a batch. How long a person took to refuse it is
// known when it was alone there.
func (s *session) listed(c *Call, a *journal.Activity, b *journal.BatchResult) {
	c.End, c.Out, c.ClosedBy = time.Unix(0, a.Time), b.Out, ByBatch
	switch {
	case c.Class != "": // refused by the classifier, with an event of its own
		c.ClosedBy = ""
	case b.Class == "":
		c.refused()
	default:
		c.Class, c.By = known(b.Class), journal.Denier(s.seen.text(string(b.By)))
	}
	if c.By == journal.DeniedByPerson && len(a.Calls) == 1 {
		c.Waited, c.Wait = true, max(0, c.End.Sub(c.Start))
	}
	s.settle(c)
}

// refused takes a call that was begun and not run: the person refused it, or the
// program that asks for the person, and where nobody was asked a hook did that
// wanted to ask.
func (c *Call) refused() {
	c.Class, c.By = journal.ClassDenied, journal.DeniedByHook
	if c.Asked {
		c.By = journal.DeniedByPerson
	}
}

// settle hands on a call that has ended.
func (s *session) settle(c *Call) {
	s.remember(c.ToolUse)
	s.out.ended(c)
}

// close closes open calls by something else than their own end.
func (s *session) close(at int64, by Closing, class journal.Class, which func(*Call) bool) {
	s.open = slices.DeleteFunc(s.open, func(c Call) bool {
		if !which(&c) {
			return false
		}
		s.infer(&c, at, by, class)
		return true
	})
}

func (s *session) infer(c *Call, at int64, by Closing, class journal.Class) {
	c.End, c.ClosedBy = time.Unix(0, at), by
	switch {
	case c.Class != "":
	case class == journal.ClassInterrupted && c.Asked:
		c.refused() // a person's no without a word ends the turn, and nothing else tells of it
	default:
		c.Class = class
	}
	s.out.inferred(c)
	if len(s.doubtful) == maxDoubtful {
		s.settle(&s.doubtful[0])
		s.doubtful = slices.Delete(s.doubtful, 0, 1)
	}
	s.doubtful = append(s.doubtful, *c)
}

// interrupt closes what the person has interrupted by writing something else: the
// calls of the main conversation, and those of the subagents that it was waiting
// for. Subagents in the background go on.
func (s *session) interrupt(at int64) {
	var waited time.Time
	for i := range s.open {
		if c := &s.open[i]; c.Agent == "" && (c.Tool == "Agent" || c.Tool == "Task") && (waited.IsZero() || c.Start.Before(waited)) {
			waited = c.Start
		}
	}
	foreground := func(agent string) bool {
		i := s.run(agent)
		return i >= 0 && !waited.IsZero() && !s.runs[i].Start.Before(waited)
	}
	s.close(at, ByPrompt, journal.ClassInterrupted, func(c *Call) bool { return c.Agent == "" || foreground(c.Agent) })
	if !waited.IsZero() {
		s.endRuns(at, ByPrompt, func(r *Run) bool { return !r.Start.Before(waited) })
	}
}

func (s *session) run(agent string) int {
	return slices.IndexFunc(s.runs, func(r Run) bool { return r.Agent == agent })
}

// start begins a run of a subagent.
func (s *session) start(a *journal.Activity) {
	if a.Agent == "" || s.run(a.Agent) >= 0 {
		return
	}
	if len(s.runs) == maxRuns {
		s.runs[0].ClosedBy = ByAge
		s.out.ran(&s.runs[0])
		s.runs = slices.Delete(s.runs, 0, 1)
	}
	r := s.runOf(a)
	r.Start = time.Unix(0, a.Time)
	s.runs = append(s.runs, r)
}

func (s *session) runOf(a *journal.Activity) Run {
	t := &s.seen
	return Run{
		Session: t.again(&t.session, a.Session), Agent: strings.Clone(a.Agent), Type: t.text(a.AgentType),
		Project: t.again(&t.project, a.Project), ProjectName: t.again(&t.projectName, a.ProjectName),
	}
}

// stop ends a run of a subagent, and the calls that it left behind.
func (s *session) stop(a *journal.Activity) {
	if a.Agent == "" {
		return
	}
	s.close(a.Time, ByStop, journal.ClassOrphan, func(c *Call) bool { return c.Agent == a.Agent })
	r := Run{}
	if i := s.run(a.Agent); i >= 0 {
		r = s.runs[i]
		s.runs = slices.Delete(s.runs, i, i+1)
	} else if s.remembers(a.Agent) {
		return
	} else {
		r = s.runOf(a)
	}
	r.End, r.Tokens = time.Unix(0, a.Time), max(r.Tokens, a.Tokens)
	s.remember(r.Agent)
	s.out.ran(&r)
	if len(s.over) == maxOver {
		s.over = slices.Delete(s.over, 0, 1)
	}
	s.over = append(s.over, r)
}

// spend takes the tokens of a subagent: the call that started it tells them, or a
// notice when it worked in the background.
func (s *session) spend(a *journal.Activity) {
	if a.Tokens <= 0 || a.Background == "" {
		return
	}
	if i := s.run(a.Background); i >= 0 {
		s.runs[i].Tokens = a.Tokens
		return
	}
	i := slices.IndexFunc(s.over, func(r Run) bool { return r.Agent == a.Background })
	if i >= 0 && s.over[i].Tokens == 0 {
		s.over[i].Tokens = a.Tokens
		s.out.spent(&s.over[i])
	}
}

func (s *session) endRuns(at int64, by Closing, which func(*Run) bool) {
	s.runs = slices.DeleteFunc(s.runs, func(r Run) bool {
		if !which(&r) {
			return false
		}
		r.End, r.ClosedBy = time.Unix(0, at), by
		s.out.ran(&r)
		return true
	})
}

// rest hands out what is left when everything was read: calls whose end is
// doubtful, and those that run. The session itself stays as it is.
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
				c.Class = journal.ClassOrphan
			}
		case c.Class == "":
			c.Class = Running
		}
		out.ended(&c)
	}
	for i := range s.runs {
		r := s.runs[i]
		if lost {
			r.End, r.ClosedBy = time.Unix(0, s.last), ByAge
		}
		out.ran(&r)
	}
}

func index(calls []Call, toolUse string) int {
	for i := range calls {
		if calls[i].ToolUse == toolUse {
			return i
		}
	}
	return -1
}

// remember keeps that a call or a subagent has ended.
func (s *session) remember(id string) {
	s.recent[s.next] = hash(id)
	s.next = (s.next + 1) % remembered
}

func (s *session) remembers(id string) bool { return slices.Contains(s.recent[:], hash(id)) }

// hash is 64-bit FNV-1a, and never 0.
func hash(id string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(id) {
		h ^= uint64(id[i])
		h *= 1099511628211
	}
	return max(h, 1)
}
