package rulestate

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/settings/saferead"
	"neverask/tui/kit"
)

// Questions are all past questions. They are read in the background while a place that needs
// them is shown, and followed from then on.
type Questions struct {
	backend QuestionsBackend
	Log     string // the path of neverask's log

	All        *Asked // nil until the first reading
	Err        error
	stats      *atomic.Pointer[transcript.Progress] // the progress of the current reading
	cancel     context.CancelFunc                   // nil if no reading is under way
	generation int
	Version    int // grows with every reading that found something new
	stamp      saferead.Stamp
	updates    int
}

type (
	askedMsg struct {
		generation int
		seen       *Asked // nil if there is nothing new
		stamp      saferead.Stamp
		err        error
	}
	askedDueMsg struct {
		generation int
		stamp      saferead.Stamp
	}
	progressDueMsg struct {
		past       *Questions
		generation int
	}
)

func (msg askedMsg) Still() bool       { return msg.seen == nil && msg.err == nil }
func (askedDueMsg) Still() bool        { return true }
func (updateDueMsg) Still() bool       { return true }
func (msg progressDueMsg) Still() bool { return msg.past.All != nil }

// Load reads the questions, unless a reading is under way.
func (p *Questions) Load() tea.Cmd {
	if p.cancel != nil {
		return nil
	}
	p.generation++
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.updates = cancel, 0
	stats := new(atomic.Pointer[transcript.Progress])
	p.stats = stats
	backend, log, generation, before, failed := p.backend, p.Log, p.generation, p.All, p.Err != nil
	read := func() tea.Msg {
		defer cancel()
		msg := askedMsg{generation: generation, stamp: backend.Stamp(log)}
		asked, changed, err := backend.Asked(ctx, func(pr transcript.Progress) { stats.Store(&pr) })
		if msg.err = err; err == nil && (changed || failed || before == nil) {
			msg.seen = NewAsked(asked, before)
		}
		return msg
	}
	return tea.Batch(read, kit.Later(kit.Pause/4, progressDueMsg{p, generation}))
}

// Rest ends reading and following.
func (p *Questions) Rest() {
	p.generation++
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// updatesPerScan is how often neverask's log is checked for each check of the
// transcripts, which are many files.
const updatesPerScan = 6

// receive follows the questions.
func (p *Questions) receive(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case updateDueMsg:
		return tea.Cmd(msg)
	case progressDueMsg:
		if msg.generation == p.generation && p.cancel != nil {
			return kit.Later(kit.Pause/4, msg)
		}
	case askedMsg:
		if msg.generation != p.generation {
			return nil
		}
		p.cancel = nil
		if !errors.Is(msg.err, context.Canceled) {
			p.Err = msg.err
		}
		p.stamp = msg.stamp
		if msg.seen != nil {
			p.All = msg.seen
			p.Version++
		}
		return p.scheduleUpdate()
	case askedDueMsg:
		if msg.generation != p.generation || p.cancel != nil {
			return nil
		}
		if p.updates++; msg.stamp != p.stamp || p.updates >= updatesPerScan {
			return p.Load()
		}
		return p.scheduleUpdate()
	}
	return nil
}

func (p *Questions) scheduleUpdate() tea.Cmd {
	backend, log, generation := p.backend, p.Log, p.generation
	return kit.Later(kit.Pause, updateDueMsg(func() tea.Msg { return askedDueMsg{generation, backend.Stamp(log)} }))
}

// updateDueMsg says that a check of a file is due.
type updateDueMsg func() tea.Msg

// Reading reports whether a reading is under way.
func (p *Questions) Reading() bool { return p.cancel != nil }

// Measured reports whether the progress of the first reading is known.
func (p *Questions) Measured() bool { return p.Loading() != "" && p.stats.Load() != nil }

// Loading describes the progress of the first reading; "" when it is over.
func (p *Questions) Loading() string {
	if p.cancel == nil || p.All != nil {
		return ""
	}
	s := "reading past questions"
	if pr := p.stats.Load(); pr != nil && pr.Bytes > 0 {
		s += fmt.Sprintf(": %d %%", 100*pr.BytesDone/pr.Bytes)
	}
	return s
}

// From says where the questions come from: Claude Code's transcripts, neverask's log, or both. With
// calls, tool calls are listed, too, which only neverask's log has.
func (p *Questions) From(calls bool) string {
	switch {
	case p.All == nil:
		return ""
	case p.All.logged == 0 && !calls:
		return "Claude Code's transcripts"
	case p.All.logged == len(p.All.List):
		return "neverask's log"
	}
	return "Claude Code's transcripts and neverask's log"
}

// Latest returns the last question of each wording.
func (p *Questions) Latest() (all []*transcript.Question) {
	if p.All == nil {
		return nil
	}
	known := map[string]bool{}
	for _, q := range p.All.List {
		if !known[q.Text] {
			known[q.Text] = true
			all = append(all, q.Question)
		}
	}
	return all
}
