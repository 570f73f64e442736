package program

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/hooks/thirdparty/chain"
)

// chained are the hooks of others that run within ours, because they were taken
// out of the settings. The zero value has none.
type chained struct {
	event   hooks.Event
	input   []byte // what the client gave us, and gives them
	entries []chain.Entry
	said    []*chain.Output // of each entry; nil while it has not run
	// asks says that the person must be asked, because the question is one-way or
	// a rule says so: of hooks without the person's leave no answer passes.
	asks bool
	// withhold says that a hook may be chained that we cannot read of. It may be
	// a guard, so no answer of ours may pass.
	withhold bool
}

// readChained finds out which hooks are chained for a call.
func (h *hook) readChained(call hooks.ToolCall) ([]chain.Entry, error) {
	all, err := chain.Read(chain.File(h.paths.State))
	if len(all) == 0 {
		return nil, err
	}
	// Where the session was started says which settings count for it.
	dir := h.env.Getenv("CLAUDE_PROJECT_DIR")
	if dir == "" {
		dir = call.Cwd
	}
	in := question.NewLocation(dir)
	var entries []chain.Entry
	for _, e := range all {
		if e.For(call.Event, call.ToolName) && (dir == "" || counts(e, in, dir)) {
			entries = add(entries, e)
		}
	}
	return entries, err
}

// counts reports whether the settings file of an entry counts for a session that
// was started in dir. Those of a project count in its own directory alone, its
// local ones below it and in its git worktrees too (Claude Code 2.1.329).
func counts(e chain.Entry, in *question.Location, dir string) bool {
	if e.Project == "" {
		return true
	}
	return in.Within(e.Project) && (filepath.Base(e.File) != "settings.json" || question.NewLocation(e.Project).Within(dir))
}

// add adds an entry, unless the same command is there already, from another
// settings file: the client runs it once.
func add(entries []chain.Entry, e chain.Entry) []chain.Entry {
	for i, other := range entries {
		if other.Same(e.Command) {
			if e.Mode == chain.First {
				entries[i].Mode = chain.First
			}
			entries[i].OneWay = other.OneWay && e.OneWay
			return entries
		}
	}
	return append(entries, e)
}

// prepareChained prepares the hooks that are chained for a payload, if any.
func (h *hook) prepareChained(payload hooks.Payload, input []byte) {
	var call hooks.ToolCall
	switch p := payload.(type) {
	case hooks.PreToolUse:
		call = p.ToolCall
	case hooks.PostToolUse:
		call = p.ToolCall
	case hooks.PostToolUseFailure:
		call = p.ToolCall
	}
	if _, ok := question.IsTool(call.ToolName); !ok {
		return
	}
	entries, err := h.readChained(call)
	switch {
	case err != nil:
		h.complain(err)
		// After the tool nothing can be refused any more, and our share of the
		// answers would be lost.
		h.chained.withhold = call.Event == hooks.EventPreToolUse
	case len(entries) > 0:
		h.chained = chained{event: call.Event, input: input, entries: entries, said: make([]*chain.Output, len(entries)), asks: irreversible(call)}
	}
}

// irreversible reports whether a call asks about anything that cannot be undone,
// by its words alone, so that it holds also where no rules can be read. What
// cannot be read may be.
func irreversible(call hooks.ToolCall) bool {
	c, err := question.ParseCall(call.ToolName, call.ToolInput)
	return err != nil || question.Undecided(c).OneWay()
}

// joinChained runs the chained hooks that have not run yet, and makes one output of
// what they say and what we would print. stands is false when nothing of ours
// reaches the client.
func (h *hook) joinChained(ours []byte) (out chain.Output, stands bool) {
	c := &h.chained
	if c.withhold {
		return chain.Output{}, false
	}
	if len(c.entries) == 0 {
		return chain.Output{Stdout: ours}, true
	}
	h.runChained(len(ours) == 0)
	var said []chain.Output
	for i, o := range c.said {
		switch {
		case o == nil:
		case c.asks && !c.entries[i].OneWay:
			said = append(said, o.Unanswered(c.event))
		default:
			said = append(said, *o)
		}
	}
	return chain.Combine(c.event, ours, said...)
}

// deniedBy is the hook whose refusal decides, as [chain.Combine] has it.
func (c *chained) deniedBy() string {
	for i, o := range c.said {
		if o == nil {
			continue
		}
		if said := o.Opinion(c.event); said.Decision == hooks.Deny || said.Stop {
			return cmp.Or(c.entries[i].Name(), c.entries[i].ID)
		}
	}
	return ""
}

// runChained runs the hooks that run first, and with fallback the others too.
func (h *hook) runChained(fallback bool) {
	c := &h.chained
	var now []chain.Entry
	var at []int
	for i, e := range c.entries {
		if c.said[i] == nil && (fallback || e.Mode == chain.First) {
			now, at = append(now, e), append(at, i)
		}
	}
	if len(now) == 0 {
		return
	}
	ctx, done := h.patience(now)
	defer done()
	outputs := chain.RunAll(ctx, now, c.input, h.env.Environ(), "")
	for i, o := range outputs {
		c.said[at[i]] = &o
		if fault := o.Opinion(c.event).Fault; fault != "" {
			h.complain(fmt.Errorf("the chained hook %s (%s) does not count: %s", now[i].ID, now[i].Name(), fault))
		}
	}
}

// patience gives us as much more time as these hooks may take, and ends them when
// half of our own is gone: what is left is for saying what there is to say.
func (h *hook) patience(entries []chain.Entry) (context.Context, context.CancelFunc) {
	event := h.chained.event
	more := chain.Patience(entries, event) - chain.Patience(nil, event)
	h.watch.extend(h.env.Budget + more)
	ctx, cancel := context.WithTimeout(context.Background(), more+h.env.Budget/2)
	h.watch.children.Store(&cancel)
	return ctx, func() {
		h.watch.children.Store(nil)
		cancel()
	}
}

// watch is how a hook's time is bounded.
type watch struct {
	extend   func(time.Duration)
	children atomic.Pointer[context.CancelFunc] // set while chained hooks run
}

// killing is how long it may take until the killed are gone.
const killing = 50 * time.Millisecond

// end ends the chained hooks that run.
func (w *watch) end() {
	if kill := w.children.Load(); kill != nil {
		(*kill)()
		time.Sleep(killing)
	}
}
