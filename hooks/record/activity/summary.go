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

// Summary says what many calls were like.
type Summary struct {
	Calls    int
	Running  int
	Failed   int // see Failed
	Prompts  int // the person's
	Sessions int
	First    time.Time // when the first call began
	Last     time.Time // when the last one began

	Tools    []Tool    // the most called first
	Outcomes []Outcome // all but those that went well, the most frequent first
	Slowest  []Call    // the slowest first
	Agents   []Agent   // the most often run first
	Hours    []Hour    // with calls, the earliest first
}

// Tool sums up the calls of one tool.
type Tool struct {
	Name, Server string
	Calls        int
	Running      int
	Failed       int
	Classes      map[eventlog.Class]int
	Took         histogram.Histogram // how long its calls took, as far as that is known
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

// Quantile is the duration that a share q of the calls did not exceed, within 2 %.
func (t Tool) Quantile(q float64) time.Duration { return min(t.Took.Quantile(q), t.Max) }

// Wait is Quantile for the wait.
func (t Tool) Wait(q float64) time.Duration { return t.Waits.Quantile(q) }

// Outcome is one way to end other than well.
type Outcome struct {
	Class eventlog.Class
	Calls int
	Last  []Call // the last examples, the newest first
}

// Agent sums up the runs of one type of subagents.
type Agent struct {
	Type    string
	Runs    int
	Running int
	Took    histogram.Histogram // of runs that have ended
	Max     time.Duration
	Total   time.Duration
	Calls   int
	Failed  int
	Tokens  int64 // of the runs that tell
	Told    int   // runs that tell their tokens
}

// Median is how long a run took in the middle, within 2 %.
func (a Agent) Median() time.Duration { return min(a.Took.Quantile(0.5), a.Max) }

// Hour counts the calls that began in one hour.
type Hour struct {
	Start  time.Time // a full hour of UTC
	Calls  int
	Failed int
}

// The bounds of what a summary keeps of single calls.
const (
	keptSlowest  = 50
	keptExamples = 5
	keptNames    = 1 << 10 // tools, and types of subagents
)

// others is the name for all tools above the bound.
const others = "(others)"

// tally is a summary that grows.
type tally struct {
	sum      Summary
	tools    map[string]*Tool
	outcomes map[eventlog.Class]*Outcome
	agents   map[string]*Agent
	hours    map[int64]*Hour
	sessions map[string]bool
	last     string // session
}

func newTally() *tally {
	return &tally{
		tools: map[string]*Tool{}, outcomes: map[eventlog.Class]*Outcome{}, agents: map[string]*Agent{}, hours: map[int64]*Hour{}, sessions: map[string]bool{},
	}
}

// named is the entry of a name, which is made if need be.
func named[T any](all map[string]*T, name string) (entry *T, fresh bool) {
	if entry = all[name]; entry != nil {
		return entry, false
	}
	if len(all) >= keptNames {
		name = others
		if entry = all[name]; entry != nil {
			return entry, false
		}
	}
	entry = new(T)
	all[name] = entry
	return entry, true
}

func (t *tally) tool(name, server string) *Tool {
	e, fresh := named(t.tools, name)
	if fresh {
		e.Name, e.Server, e.Classes = name, server, map[eventlog.Class]int{}
		if len(t.tools) > keptNames {
			e.Name, e.Server = others, ""
		}
	}
	return e
}

func (t *tally) agent(kind string) *Agent {
	e, fresh := named(t.agents, kind)
	if fresh {
		e.Type = kind
		if len(t.agents) > keptNames {
			e.Type = others
		}
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
		t.slow(c)
	}
	if c.Waited {
		e.Waits.Add(c.Wait)
	}
	if running == 0 && c.Class != eventlog.ClassOK {
		t.outcome(c)
	}
	if c.Agent != "" {
		a := t.agent(c.AgentType)
		a.Calls++
		a.Failed += failed
	}
	h := t.hour(c.Start.Unix() / 3600)
	h.Calls++
	h.Failed += failed
}

func (t *tally) hour(n int64) *Hour {
	h := t.hours[n]
	if h == nil {
		h = &Hour{Start: time.Unix(n*3600, 0).UTC()}
		t.hours[n] = h
	}
	return h
}

// slow keeps a call that is among the slowest.
func (t *tally) slow(c *Call) {
	all := t.sum.Slowest
	if len(all) == keptSlowest && c.Duration <= all[keptSlowest-1].Duration {
		return
	}
	i, _ := slices.BinarySearchFunc(all, c, func(a Call, c *Call) int {
		return cmp.Or(cmp.Compare(c.Duration, a.Duration), c.Start.Compare(a.Start), strings.Compare(a.ToolUse, c.ToolUse))
	})
	t.sum.Slowest = slices.Insert(all[:min(len(all), keptSlowest-1)], min(i, keptSlowest-1), *c)
}

// outcome keeps a call as an example of how it ended.
func (t *tally) outcome(c *Call) {
	o := t.outcomes[c.Class]
	if o == nil {
		o = &Outcome{Class: c.Class}
		t.outcomes[c.Class] = o
	}
	o.Calls++
	o.keep(c)
}

func (o *Outcome) keep(c *Call) {
	if len(o.Last) == keptExamples && !c.End.After(o.Last[keptExamples-1].End) {
		return
	}
	i, _ := slices.BinarySearchFunc(o.Last, c, func(a Call, c *Call) int {
		return cmp.Or(c.End.Compare(a.End), strings.Compare(a.ToolUse, c.ToolUse))
	})
	o.Last = slices.Insert(o.Last[:min(len(o.Last), keptExamples-1)], min(i, keptExamples-1), *c)
}

// run counts a run of a subagent.
func (t *tally) run(r *Run) {
	a := t.agent(r.Type)
	a.Runs++
	switch {
	case r.End.IsZero():
		a.Running++
	case !r.Start.IsZero() && r.ClosedBy == "":
		took := max(0, r.End.Sub(r.Start))
		a.Took.Add(took)
		a.Max = max(a.Max, took)
		a.Total += took
	}
	t.spent(r)
}

// spent counts the tokens of a run.
func (t *tally) spent(r *Run) {
	if r.Tokens > 0 {
		a := t.agent(r.Type)
		a.Tokens += r.Tokens
		a.Told++
	}
}

// merge adds what another tally has counted, and leaves that as it is.
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
	for class, b := range o.outcomes {
		a := t.outcomes[class]
		if a == nil {
			a = &Outcome{Class: class}
			t.outcomes[class] = a
		}
		a.Calls += b.Calls
		for i := range b.Last {
			a.keep(&b.Last[i])
		}
	}
	for i := range o.sum.Slowest {
		t.slow(&o.sum.Slowest[i])
	}
	t.mergeAgents(o)
	for n, b := range o.hours {
		a := t.hour(n)
		a.Calls += b.Calls
		a.Failed += b.Failed
	}
	maps.Copy(t.sessions, o.sessions)
}

func (t *tally) mergeAgents(o *tally) {
	for kind, b := range o.agents {
		a := t.agent(kind)
		a.Runs += b.Runs
		a.Running += b.Running
		a.Took = a.Took.Plus(b.Took)
		a.Max = max(a.Max, b.Max)
		a.Total += b.Total
		a.Calls += b.Calls
		a.Failed += b.Failed
		a.Tokens += b.Tokens
		a.Told += b.Told
	}
}

// summary returns what was counted. It shares what single calls refer to, but
// nothing that changes later.
func (t *tally) summary() Summary {
	s := t.sum
	s.Sessions = len(t.sessions)
	s.Slowest = slices.Clone(s.Slowest)
	for _, e := range t.tools {
		s.Tools = append(s.Tools, *e)
	}
	slices.SortFunc(s.Tools, func(a, b Tool) int { return cmp.Or(cmp.Compare(b.Calls, a.Calls), strings.Compare(a.Name, b.Name)) })
	for _, o := range t.outcomes {
		s.Outcomes = append(s.Outcomes, *o)
	}
	slices.SortFunc(s.Outcomes, func(a, b Outcome) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), strings.Compare(string(a.Class), string(b.Class)))
	})
	for _, a := range t.agents {
		s.Agents = append(s.Agents, *a)
	}
	slices.SortFunc(s.Agents, func(a, b Agent) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), cmp.Compare(b.Calls, a.Calls), strings.Compare(a.Type, b.Type))
	})
	for _, h := range t.hours {
		s.Hours = append(s.Hours, *h)
	}
	slices.SortFunc(s.Hours, func(a, b Hour) int { return a.Start.Compare(b.Start) })
	return s
}
