package activity

import (
	"slices"
	"strings"
	"time"

	"neverask/hooks/record/eventlog"
)

// run is one active run of a subagent. Its calls are closed with it.
type run struct {
	agent, kind string
	start       time.Time
}

// run returns the index of an agent's active run, or -1.
func (s *session) run(agent string) int {
	return slices.IndexFunc(s.runs, func(r run) bool { return r.agent == agent })
}

// start begins a run of a subagent.
func (s *session) start(a *eventlog.Activity) {
	if a.Agent == "" || s.run(a.Agent) >= 0 {
		return
	}
	if len(s.runs) == maxRuns {
		s.runs = slices.Delete(s.runs, 0, 1)
	}
	s.runs = append(s.runs, run{strings.Clone(a.Agent), s.seen.text(a.AgentType), time.Unix(0, a.Time)})
}

// stop ends a run of a subagent, and closes the calls that it left open.
func (s *session) stop(a *eventlog.Activity) {
	if a.Agent == "" {
		return
	}
	s.close(a.Time, ByStop, eventlog.ClassOrphan, func(c *Call) bool { return c.Agent == a.Agent })
	s.runs = slices.DeleteFunc(s.runs, func(r run) bool { return r.agent == a.Agent })
}
