package trace

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/redact"
)

// A Trace tells of a session.
type Trace struct {
	Sessions []string `json:"sessions"` // their IDs: /clear and /resume begin another one
	Events   []Event  `json:"events"`
	// Unseen is what ran and is not among them, in words.
	Unseen []string `json:"unseen"`
}

// An Event is something that happened, and for which handlers ran.
type Event struct {
	Time  time.Time   `json:"time"`
	Event hooks.Event `json:"event"`
	Value string      `json:"value,omitempty"` // what matchers are compared with
	// Calls are those that it was about: several where calls of one tool were made
	// at the same time, none where the transcript does not tell.
	Calls []Call `json:"calls"`
	Runs  []Run  `json:"runs"` // in the order in which they ended
}

// A Call is one use of a tool.
type Call struct {
	ID     string          `json:"id"`
	Input  json.RawMessage `json:"input"`
	Result Result          `json:"result"`
	By     string          `json:"by,omitempty"` // who decided, in the client's words: "hook", "config", …
	Text   string          `json:"text"`         // what Claude read, its beginning
}

// A Result is what became of a call.
type Result string

const (
	Ran     Result = "ran"
	Failed  Result = "failed"
	Refused Result = "refused"
	None    Result = "none" // the session ended before
)

// Finish ends the watching when the client has ended, and says what is known.
func (w *Watcher) Finish(ctx context.Context, sources config.Sources) Trace {
	close(w.stop)
	w.done.Wait()
	t := Trace{Sessions: append([]string{}, w.sessions...), Events: []Event{}, Unseen: w.log.unseen()}
	var calls []transcript.Finished
	var records []transcript.HookRun
	for _, id := range w.sessions {
		c, r := transcript.Session(ctx, filepath.Join(w.config, "projects"), id, w.began)
		calls, records = append(calls, c...), append(records, r...)
	}
	identify(w.log.runs, sources)
	recall(w.log.runs, records)
	for _, g := range grouped(w.log.runs) {
		t.Events = append(t.Events, g.event(calls))
	}
	slices.SortStableFunc(t.Events, func(a, b Event) int { return a.Time.Compare(b.Time) })
	return t
}

// identify says which handler each run is of, where only one of the event has its
// command.
func identify(runs []*Run, sources config.Sources) {
	type key struct{ event, command string }
	of := map[key][]config.Hook{}
	for _, h := range sources.Hooks() {
		k := key{h.Group.Event, h.Handler.Summary()}
		of[k] = append(of[k], h)
	}
	for _, r := range runs {
		event, _, _ := strings.Cut(r.name, ":")
		if found := of[key{event, r.Command}]; len(found) == 1 {
			r.ID, r.File, r.Line = found[0].ID, found[0].Source.File, found[0].Handler.Line
		}
	}
}

// near is how far the times of one run may be apart in the log and in the transcript.
const near = 2 * time.Second

// recall says for which call each run was, where the transcript has a record of it: of
// the same length, to the millisecond, and the same command or else its status message.
func recall(runs []*Run, records []transcript.HookRun) {
	used := make([]bool, len(records))
	for _, named := range []bool{true, false} {
		for _, r := range runs {
			i := slices.IndexFunc(records, func(record transcript.HookRun) bool {
				return record.Name == r.name && record.Took == r.took && r.took > 0 && r.at.Sub(record.Time).Abs() < near && (!named || record.Command == r.Command)
			})
			if r.Call == "" && i >= 0 && !used[i] && strings.HasPrefix(records[i].ToolUseID, "toolu_") {
				r.Call, used[i] = records[i].ToolUseID, true
			}
		}
	}
}

// A group are the runs at one event.
type group struct {
	name       string
	runs       []*Run
	start, end time.Time
}

// grouped puts the runs of one event together: those of one name of which each began
// before the ones before had ended.
func grouped(runs []*Run) (all []*group) {
	open := map[string]*group{}
	for _, r := range runs {
		g := open[r.name]
		if g == nil || r.start().After(g.end) {
			g = &group{name: r.name, start: r.start()}
			open[r.name] = g
			all = append(all, g)
		}
		g.runs = append(g.runs, r)
		if r.start().Before(g.start) {
			g.start = r.start()
		}
		if r.at.After(g.end) {
			g.end = r.at
		}
	}
	return all
}

func (g *group) event(calls []transcript.Finished) Event {
	name, value, _ := strings.Cut(g.name, ":")
	e := Event{Time: g.start, Event: hooks.Event(name), Value: value, Calls: []Call{}, Runs: []Run{}}
	for _, r := range g.runs {
		e.Runs = append(e.Runs, *r)
	}
	if !dispatch.OfTool(e.Event) {
		return e
	}
	about := func(c transcript.Finished) bool {
		return slices.ContainsFunc(g.runs, func(r *Run) bool { return r.Call == c.ID })
	}
	certain := !slices.ContainsFunc(g.runs, func(r *Run) bool { return r.Call == "" }) // all of them are known
	var late []transcript.Finished
	for _, c := range calls {
		switch {
		case about(c):
			e.Calls = append(e.Calls, callOf(c))
		case certain || c.Tool != value || !g.during(e.Event, c):
		case c.Time.After(g.start.Add(skew)):
			late = append(late, c)
		default:
			e.Calls = append(e.Calls, callOf(c))
		}
	}
	for _, c := range late[:min(len(late), max(g.calls()-len(e.Calls), 0))] {
		e.Calls = append(e.Calls, callOf(c))
	}
	return e
}

// calls is for how many calls the runs were, at least: as many as one command ran.
func (g *group) calls() (most int) {
	times := map[string]int{}
	for _, r := range g.runs {
		times[r.Command]++
		most = max(most, times[r.Command])
	}
	return most
}

// ended is when the last run ended that a call waited for: of several calls each waits for
// its own alone, and may have its result while those of another run.
func (g *group) ended() time.Time {
	if g.calls() < 2 {
		return g.end
	}
	return slices.MinFunc(g.runs, func(a, b *Run) int { return a.at.Compare(b.at) }).at
}

// during reports whether the runs may have been for a call: it had been made when the
// first began, had no result before they ended, and ended as the event says.
func (g *group) during(event hooks.Event, c transcript.Finished) bool {
	made := g.start.Add(lateness)
	switch result := callOf(c).Result; event {
	case hooks.EventPostToolUse:
		made = g.start
		if result == Failed || result == Refused {
			return false
		}
	case hooks.EventPostToolUseFailure:
		made = g.start
		if result == Ran || result == Refused {
			return false
		}
	}
	return !c.Time.After(made.Add(skew)) && (c.End.IsZero() || !c.End.Before(g.ended().Add(-skew)))
}

const (
	// skew is how far the times of the two files differ.
	skew = 2 * time.Millisecond
	// lateness is how much later than its first hook a call may be written down: the client
	// runs tools while Claude still writes.
	lateness = 20 * time.Millisecond
)

func callOf(c transcript.Finished) Call {
	call := Call{ID: c.ID, Input: json.RawMessage(c.Input.Raw()), Result: Ran, By: c.By, Text: c.Text}
	switch {
	case c.End.IsZero():
		call.Result = None
	case c.Decision == "reject":
		call.Result = Refused
	case c.Failed:
		call.Result = Failed
	}
	return call
}

// Redacted is the trace without the secrets of commands, inputs and outputs.
func (t Trace) Redacted() Trace {
	for _, e := range t.Events {
		for i := range e.Calls {
			c := &e.Calls[i]
			c.Input, c.Text = json.RawMessage(redact.JSON(string(c.Input))), redact.Command(c.Text)
		}
		for i := range e.Runs {
			r := &e.Runs[i]
			r.Command, r.Stdout, r.Stderr = redact.Command(r.Command), redact.Command(r.Stdout), redact.Command(r.Stderr)
			for j := range r.Did {
				r.Did[j] = redact.Command(r.Did[j])
			}
		}
	}
	return t
}
