package activity

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks/record/eventlog"
)

// run is the place among those that are at work, or -1.
func (s *session) run(agent string) int {
	return slices.IndexFunc(s.runs, func(r Run) bool { return r.Agent == agent })
}

// start begins a run of a subagent.
func (s *session) start(a *eventlog.Activity) {
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

func (s *session) runOf(a *eventlog.Activity) Run {
	t := &s.seen
	return Run{
		Session: t.again(&t.session, a.Session), Agent: strings.Clone(a.Agent), Type: t.text(a.AgentType),
		Project: t.again(&t.project, a.Project), ProjectName: t.again(&t.projectName, a.ProjectName),
	}
}

// stop ends a run of a subagent, and the calls that it left behind.
func (s *session) stop(a *eventlog.Activity) {
	if a.Agent == "" {
		return
	}
	s.close(a.Time, ByStop, eventlog.ClassOrphan, func(c *Call) bool { return c.Agent == a.Agent })
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
func (s *session) spend(a *eventlog.Activity) {
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
