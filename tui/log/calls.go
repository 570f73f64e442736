package log

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/tui/kit"
)

// calls are the recorded tool calls of the last weeks. They are read in the background, and
// followed while the Log is shown.
type calls struct {
	backend Backend
	now     func() time.Time

	acts       int              // how many acts of tool rules were read last
	reader     *activity.Reader // nil when all is to be read again
	opened     time.Time        // when it was
	told       map[callID]*call // of the reading that is under way alone
	found      *recorded        // nil until it is read
	err        error
	cancel     context.CancelFunc // of the reading that is under way
	generation int
	version    int // grows with every reading that found something
}

// A call is a tool call and the text that a filter looks at. It never changes.
type call struct {
	activity.Call
	act    eventlog.RuleAct // what a tool rule did about it: deny or ask; or none
	same   int              // how many without an ID began with it, and were told before
	sought kit.SearchText
}

type callID struct{ session, toolUse string }

// id is also for calls whose payload had no ID: these differ by when they began.
func (c *call) id() callID {
	if c.ToolUse == "" {
		return callID{c.Session, fmt.Sprint(c.Tool, " ", c.Start.UnixNano(), " ", c.same)}
	}
	return callID{c.Session, c.ToolUse}
}

// recorded is what was read. It never changes.
type recorded struct {
	list    []*call // the newest first
	most    bool    // there were more than are kept
	summary activity.Summary
	kept    bool // something is recorded, be it long ago
}

const (
	// keptCalls is how many calls are listed at most: the newest.
	keptCalls = 30_000
	// reopen is how long a reader is kept, which looks back from where it was opened.
	reopen = 6 * time.Hour
)

type (
	callsReadMsg struct {
		generation int
		acts       int       // that were read
		found      *recorded // nil: nothing is new
		err        error
	}
	callsDueMsg struct{ generation int }
)

func (msg callsReadMsg) Still() bool { return msg.found == nil && msg.err == nil }
func (callsDueMsg) Still() bool      { return true }

// load reads what is new, unless that is under way.
func (t *calls) load() tea.Cmd {
	if t.cancel != nil {
		return nil
	}
	t.generation++
	ctx, cancel := context.WithCancel(context.Background())
	now := t.now()
	fresh := t.reader == nil || now.Sub(t.opened) > reopen
	if fresh {
		t.reader, t.opened, t.told = t.backend.Activity(activity.Filter{Since: pastquestions.Since(now)}), now, map[callID]*call{}
	}
	t.cancel = cancel
	reader, told, generation, renew, backend, known := t.reader, t.told, t.generation, fresh || t.found == nil || t.err != nil, t.backend, t.acts
	return func() tea.Msg {
		defer cancel()
		reader.Each = func(c activity.Call) { keep(told, c) }
		news, err := reader.Update(ctx, nil)
		acts := backend.RuleActs(pastquestions.Since(now))
		if err != nil || !news && !renew && len(acts) == known {
			return callsReadMsg{generation: generation, acts: known, err: err}
		}
		return callsReadMsg{generation: generation, acts: len(acts), found: record(reader, told, acts, now)}
	}
}

// ruled has the calls that a tool rule denied, or had Claude Code ask about, say so. Those that are
// not recorded otherwise are calls of their own.
func ruled(told map[callID]*call, acts []eventlog.RuleAct) {
	nameless := map[callID]int{}
	for _, a := range acts {
		if !a.Denies() && !a.Asks() {
			continue
		}
		c := call{Call: activity.Call{Start: a.Time, Tool: a.Tool}}
		if c.Session, c.ToolUse = a.Session, a.ToolUseID; a.ToolUseID == "" {
			first := c.id()
			c.same = nameless[first]
			nameless[first]++
		}
		if now := told[c.id()]; now != nil {
			c = *now
		}
		c.act = a
		c.sought = kit.NewSearchText(callText(&c), outcome(&c).Word, c.Server, c.ProjectName, c.AgentType).And(c.Tool + " " + c.Arguments + " " + strings.Join(a.Rules, " "))
		told[c.id()] = &c
	}
}

// keep remembers a call as it is known now.
func keep(told map[callID]*call, c activity.Call) {
	if len(told) > 2*keptCalls {
		for _, old := range newest(told)[keptCalls:] {
			delete(told, old.id())
		}
	}
	one := &call{Call: c}
	one.sought = kit.NewSearchText(callText(one), outcome(one).Word, c.Server, c.ProjectName, c.AgentType).And(c.Tool + " " + c.Arguments)
	told[one.id()] = one
}

// newest returns calls, the newest first.
func newest(told map[callID]*call) []*call {
	all := make([]*call, 0, len(told))
	for _, c := range told {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *call) int {
		if by := b.Start.Compare(a.Start); by != 0 {
			return by
		}
		return cmp.Compare(a.ToolUse, b.ToolUse)
	})
	return all
}

// record returns what was read so far.
func record(reader *activity.Reader, told map[callID]*call, acts []eventlog.RuleAct, now time.Time) *recorded {
	for _, c := range reader.Unfinished(now) {
		keep(told, c)
	}
	ruled(told, acts)
	found := &recorded{list: newest(told), summary: reader.Summary(now), kept: reader.Recorded()}
	if found.most = len(found.list) > keptCalls; found.most {
		found.list = found.list[:keptCalls]
	}
	return found
}

// left says what the list does not have.
func (t *calls) left() []string {
	switch {
	case t.err != nil:
		return []string{"calls could not be read: " + diffview.Visible(t.err.Error())}
	case t.found != nil && t.found.most:
		return []string{"older calls are left out"}
	}
	return nil
}

// rest ends reading and following. A reader is for one reading at a time, and that one may not
// have noticed yet.
func (t *calls) rest() {
	t.generation++
	if t.cancel != nil {
		t.cancel()
		t.cancel, t.reader = nil, nil
	}
}

// summary returns what the calls come to, as far as they are read.
func (t *calls) summary() *activity.Summary {
	if t.found == nil {
		return new(activity.Summary)
	}
	return &t.found.summary
}

// receive follows the calls.
func (t *calls) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case callsReadMsg:
		if msg.generation != t.generation {
			return nil
		}
		t.cancel = nil
		if !errors.Is(msg.err, context.Canceled) {
			t.err = msg.err
		}
		if msg.found != nil {
			t.found, t.acts = msg.found, msg.acts
			t.version++
		}
		return kit.Later(kit.Pause, callsDueMsg{t.generation})
	case callsDueMsg:
		if msg.generation == t.generation {
			return t.load()
		}
	}
	return nil
}
