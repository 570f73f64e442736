package log

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/pastquestions"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/eventlog"
	"neverask/tui/kit"
)

// calls are the recorded tool calls of the last weeks, read in the background and followed while
// the Log is shown.
type calls struct {
	backend Backend
	now     func() time.Time

	acts       int              // how many acts of tool rules were read last time
	reader     *activity.Reader // nil if everything must be read again
	opened     time.Time        // when reader was opened
	byID       map[callID]*call // used only by the current reading
	found      *recorded        // nil until the first reading
	err        error
	cancel     context.CancelFunc // of the reading that is under way
	generation int
	version    int // grows with every reading that found something new
}

// A call is a tool call and the text that a filter searches. It is immutable.
type call struct {
	activity.Call
	act    eventlog.RuleAct // what a tool rule did, deny or ask; or empty
	same   int              // how many earlier calls without an ID began at the same time
	sought kit.SearchText
}

type callID struct{ session, toolUse string }

// id identifies a call. Calls whose payload had no ID are told apart by when they began.
func (c *call) id() callID {
	if c.ToolUse == "" {
		return callID{c.Session, fmt.Sprint(c.Tool, " ", c.Start.UnixNano(), " ", c.same)}
	}
	return callID{c.Session, c.ToolUse}
}

// recorded is the result of a reading. It is immutable.
type recorded struct {
	list    []*call // the newest first
	most    bool    // there are more calls than list has
	summary activity.Summary
	kept    bool // something was recorded, maybe long ago
}

const (
	// keptCalls is the maximum number of listed calls, the newest.
	keptCalls = 30_000
	// reopen is how long a reader is kept; it looks back from when it was opened.
	reopen = 6 * time.Hour
)

type (
	callsReadMsg struct {
		generation int
		acts       int       // how many were read
		found      *recorded // nil if there is nothing new
		err        error
	}
	callsDueMsg struct{ generation int }
)

func (msg callsReadMsg) Still() bool { return msg.found == nil && msg.err == nil }
func (callsDueMsg) Still() bool      { return true }

// load reads new calls, unless a reading is under way.
func (t *calls) load() tea.Cmd {
	if t.cancel != nil {
		return nil
	}
	t.generation++
	ctx, cancel := context.WithCancel(context.Background())
	now := t.now()
	fresh := t.reader == nil || now.Sub(t.opened) > reopen
	if fresh {
		t.reader, t.opened, t.byID =
			t.backend.Activity(activity.Filter{Since: pastquestions.Since(now)}), now, map[callID]*call{}
	}
	t.cancel = cancel
	reader, byID, generation, renew, backend, known :=
		t.reader, t.byID, t.generation, fresh || t.found == nil || t.err != nil, t.backend, t.acts
	return func() tea.Msg {
		defer cancel()
		reader.Each = func(c activity.Call) { keep(byID, c) }
		news, err := reader.Update(ctx, nil)
		acts := backend.RuleActs(pastquestions.Since(now))
		if err != nil || !news && !renew && len(acts) == known {
			return callsReadMsg{generation: generation, acts: known, err: err}
		}
		return callsReadMsg{generation: generation, acts: len(acts), found: record(reader, byID, acts, now)}
	}
}

// ruled adds to calls that a tool rule denied them, or had Claude Code ask. Acts on calls that were
// not recorded become calls of their own.
func ruled(byID map[callID]*call, acts []eventlog.RuleAct) {
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
		if now := byID[c.id()]; now != nil {
			c = *now
		}
		c.act = a
		c.sought = searchText(&c)
		byID[c.id()] = &c
	}
}

// keep stores the latest version of a call.
func keep(byID map[callID]*call, c activity.Call) {
	if len(byID) > 2*keptCalls {
		for _, old := range newest(byID)[keptCalls:] {
			delete(byID, old.id())
		}
	}
	one := &call{Call: c}
	one.sought = searchText(one)
	byID[one.id()] = one
}

// newest returns calls, the newest first.
func newest(byID map[callID]*call) []*call {
	all := make([]*call, 0, len(byID))
	for _, c := range byID {
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

// record returns everything read so far.
func record(reader *activity.Reader, byID map[callID]*call, acts []eventlog.RuleAct, now time.Time) *recorded {
	for _, c := range reader.Unfinished(now) {
		keep(byID, c)
	}
	ruled(byID, acts)
	found := &recorded{list: newest(byID), summary: reader.Summary(now), kept: reader.Recorded()}
	if found.most = len(found.list) > keptCalls; found.most {
		found.list = found.list[:keptCalls]
	}
	return found
}

// left says what is missing from the list.
func (t *calls) left() []string {
	switch {
	case t.err != nil:
		return []string{"calls could not be read: " + diffview.Visible(t.err.Error())}
	case t.found != nil && t.found.most:
		return []string{"older calls are left out"}
	}
	return nil
}

// rest ends reading and following. It drops the reader, because the current reading may still be
// using it.
func (t *calls) rest() {
	t.generation++
	if t.cancel != nil {
		t.cancel()
		t.cancel, t.reader = nil, nil
	}
}

// summary returns the statistics of the calls read so far.
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
