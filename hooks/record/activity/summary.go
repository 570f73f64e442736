package activity

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"neverask/hooks/record/eventlog"
	"neverask/hooks/record/histogram"
)

// Summary summarises many calls.
type Summary struct {
	Calls    int
	Running  int
	Failed   int // see Failed
	Prompts  int // the user's
	Sessions int
	First    time.Time // when the first call began
	Last     time.Time // when the last one began

	Tools []Tool // the most called first
}

// Tool sums up the calls of one tool.
type Tool struct {
	Name, Server string
	Calls        int
	Running      int
	Failed       int
	Classes      map[eventlog.Class]int
	Took         histogram.Histogram // how long its calls took, where known
	Max          time.Duration
	Waits        histogram.Histogram // how long they waited, for a permission and for hooks
	Asked        int                 // calls that a permission was requested for
}

// Ended is how many calls have ended.
func (t Tool) Ended() int { return t.Calls - t.Running }

// FailureShare is the part of the calls that failed, from 0 to 1.
func (t Tool) FailureShare() float64 {
	return float64(t.Failed) / float64(max(1, t.Ended()))
}

// Quantile is the duration that a share q of the calls did not exceed, within 2 %; exact if it is the longest.
func (t Tool) Quantile(q float64) time.Duration { return t.Took.Quantile(q, t.Max) }

// Wait is [Tool.Quantile] for the wait.
func (t Tool) Wait(q float64) time.Duration { return t.Waits.Quantile(q, 0) }

// keptNames bounds the tools of a summary.
const keptNames = 1 << 10

// others is the name for all tools above the bound.
const others = "(others)"

// tally is a growing summary.
type tally struct {
	sum      Summary
	tools    map[string]*Tool
	sessions map[string]bool
	last     string // session
}

func newTally() *tally {
	return &tally{tools: map[string]*Tool{}, sessions: map[string]bool{}}
}

// tool returns the entry of a tool, and adds it if it is missing.
func (t *tally) tool(name, server string) *Tool {
	if t.tools[name] == nil && len(t.tools) >= keptNames {
		name, server = others, ""
	}
	e := t.tools[name]
	if e == nil {
		e = &Tool{Name: name, Server: server, Classes: map[eventlog.Class]int{}}
		t.tools[name] = e
	}
	return e
}

// call counts a call.
func (t *tally) call(c *Call) {
	failed, running := 0, 0
	if Failed(c.Class) {
		failed = 1
	}
	if c.Class == Running {
		running = 1
	}
	s := &t.sum
	s.Calls++
	s.Failed += failed
	s.Running += running
	if s.First.IsZero() || c.Start.Before(s.First) {
		s.First = c.Start
	}
	if c.Start.After(s.Last) {
		s.Last = c.Start
	}
	if c.Session != t.last {
		t.last = c.Session
		t.sessions[c.Session] = true
	}
	e := t.tool(c.Tool, c.Server)
	e.Calls++
	e.Failed += failed
	e.Running += running
	e.Classes[c.Class]++
	if c.Asked {
		e.Asked++
	}
	if c.Timed {
		e.Took.Add(c.Duration)
		e.Max = max(e.Max, c.Duration)
	}
	if c.Waited {
		e.Waits.Add(c.Wait)
	}
}

// merge adds another tally's counts, and leaves that one unchanged.
func (t *tally) merge(o *tally) {
	s := &t.sum
	s.Calls += o.sum.Calls
	s.Running += o.sum.Running
	s.Failed += o.sum.Failed
	s.Prompts += o.sum.Prompts
	if s.First.IsZero() || !o.sum.First.IsZero() && o.sum.First.Before(s.First) {
		s.First = o.sum.First
	}
	if o.sum.Last.After(s.Last) {
		s.Last = o.sum.Last
	}
	for name, b := range o.tools {
		a := t.tool(name, b.Server)
		a.Calls += b.Calls
		a.Running += b.Running
		a.Failed += b.Failed
		a.Asked += b.Asked
		a.Max = max(a.Max, b.Max)
		a.Took, a.Waits = a.Took.Plus(b.Took), a.Waits.Plus(b.Waits)
		for class, n := range b.Classes {
			a.Classes[class] += n
		}
	}
	maps.Copy(t.sessions, o.sessions)
}

// summary returns what was counted. Later counting does not change it.
func (t *tally) summary() Summary {
	s := t.sum
	s.Sessions = len(t.sessions)
	for _, e := range t.tools {
		s.Tools = append(s.Tools, *e)
	}
	slices.SortFunc(s.Tools, func(a, b Tool) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), strings.Compare(a.Name, b.Name))
	})
	return s
}
