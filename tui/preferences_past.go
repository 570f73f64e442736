package tui

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/settings/foreign"
	"neverask/settings/worktree"
	"neverask/tui/kit"
)

// past is what was asked so far. It is read in the background while a tab that
// needs it is shown, and followed from then on.
type past struct {
	backend Backend
	log     string // path of our own log

	seen       *memories // nil until it is read
	err        error
	stats      *atomic.Pointer[transcript.Progress] // of the reading that is under way
	cancel     context.CancelFunc                   // nil when none is
	generation int
	version    int // grows with every reading that found something
	stamp      foreign.Stamp
	updates    int
}

// memories are the questions with everything that the screens look up in them.
// They never change; new ones take their place.
type memories struct {
	source []transcript.Question       // as they came, the oldest first
	asked  []memory                    // the newest first
	usage  map[string]usage            // by the ID of the rule
	within map[string]map[string]usage // of rules of projects, by the ID and then by where they were used
	topics []topic
	tally  map[string]map[string]int // the person's answers by fingerprint and label

	// topicAt finds a topic by the hash of its key, so that those that come after
	// these memories need not identify its question again.
	topicAt map[uint64]int
	seed    maphash.Seed
}

// memory is a question and the text that a filter looks at.
type memory struct {
	*transcript.Question
	text kit.SearchText
}

// usage says how often a rule has answered.
type usage struct {
	times int
	last  time.Time
}

// topic is questions that are the same in all that a rule can match.
type topic struct {
	id    question.Identity
	asked []*transcript.Question // the oldest first
}

func (t *topic) latest() *transcript.Question { return t.asked[len(t.asked)-1] }

type (
	askedMsg struct {
		generation int
		seen       *memories // nil: nothing is new
		stamp      foreign.Stamp
		err        error
	}
	askedDueMsg struct {
		generation int
		stamp      foreign.Stamp
	}
	progressDueMsg struct {
		past       *past
		generation int
	}
)

func (msg askedMsg) Still() bool       { return msg.seen == nil && msg.err == nil }
func (askedDueMsg) Still() bool        { return true }
func (updateDueMsg) Still() bool       { return true }
func (msg progressDueMsg) Still() bool { return msg.past.seen != nil }

func newPast(o Options) *past {
	return &past{backend: o.Backend, log: o.Backend.QuestionLog()}
}

// load reads what was asked, unless that is under way.
func (p *past) load() tea.Cmd {
	if p.cancel != nil {
		return nil
	}
	p.generation++
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.updates = cancel, 0
	stats := new(atomic.Pointer[transcript.Progress])
	p.stats = stats
	backend, log, generation, before, failed := p.backend, p.log, p.generation, p.seen, p.err != nil
	read := func() tea.Msg {
		defer cancel()
		msg := askedMsg{generation: generation, stamp: backend.Stamp(log)}
		asked, changed, err := backend.Asked(ctx, func(pr transcript.Progress) { stats.Store(&pr) })
		if msg.err = err; err == nil && (changed || failed || before == nil) {
			msg.seen = remember(asked, before)
		}
		return msg
	}
	return tea.Batch(read, kit.Later(kit.Pause/4, progressDueMsg{p, generation}))
}

// rest ends reading and following.
func (p *past) rest() {
	p.generation++
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// updatesPerScan is how many looks at our own log there are for one at the
// transcripts, which are many files.
const updatesPerScan = 6

// receive follows the questions; changed reports that there are new ones.
func (p *past) receive(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case updateDueMsg:
		return tea.Cmd(msg), false
	case progressDueMsg:
		if msg.generation == p.generation && p.cancel != nil {
			return kit.Later(kit.Pause/4, msg), true
		}
	case askedMsg:
		if msg.generation != p.generation {
			return nil, false
		}
		p.cancel = nil
		if !errors.Is(msg.err, context.Canceled) {
			p.err = msg.err
		}
		p.stamp = msg.stamp
		if msg.seen != nil {
			p.seen = msg.seen
			p.version++
		}
		return p.scheduleUpdate(), true
	case askedDueMsg:
		if msg.generation != p.generation || p.cancel != nil {
			return nil, false
		}
		if p.updates++; msg.stamp != p.stamp || p.updates >= updatesPerScan {
			return p.load(), false
		}
		return p.scheduleUpdate(), false
	}
	return nil, false
}

func (p *past) scheduleUpdate() tea.Cmd {
	backend, log, generation := p.backend, p.log, p.generation
	return kit.Later(kit.Pause, updateDueMsg(func() tea.Msg { return askedDueMsg{generation, backend.Stamp(log)} }))
}

// updateDueMsg is a look at a file that is due.
type updateDueMsg func() tea.Msg

// loading says how far the first reading is, and "" when it is over.
func (p *past) loading() string {
	if p.cancel == nil || p.seen != nil {
		return ""
	}
	s := "reading past questions"
	if pr := p.stats.Load(); pr != nil && pr.Bytes > 0 {
		s += fmt.Sprintf(": %d %%", 100*pr.BytesDone/pr.Bytes)
	}
	return s
}

// remember prepares the questions, in the background. Those that were seen before
// are not identified again.
func remember(asked []transcript.Question, before *memories) *memories {
	m := &memories{
		source: asked, asked: make([]memory, len(asked)), usage: map[string]usage{}, within: map[string]map[string]usage{}, tally: map[string]map[string]int{}, topicAt: map[uint64]int{}, seed: maphash.MakeSeed(),
	}
	if before != nil {
		m.seed = before.seed
	}
	topics := map[string]int{}
	for i := range asked {
		q := &asked[i]
		m.asked[len(asked)-1-i] = memory{q, kit.NewSearchText(q.Header + " " + q.Text + " " + q.Answer + " " + q.Project)}
		if q.By == transcript.Neverask && q.Rule != "" {
			u := m.usage[q.Rule]
			m.usage[q.Rule] = usage{u.times + 1, q.Time}
			if strings.HasPrefix(q.Rule, question.ProjectPrefix) {
				m.used(q)
			}
		}
		key := topicKey(q)
		at, known := topics[key]
		if !known {
			at = len(m.topics)
			topics[key] = at
			hash := maphash.String(m.seed, key)
			m.topicAt[hash] = at
			m.topics = append(m.topics, topic{id: before.identify(q, key, hash)})
		}
		t := &m.topics[at]
		t.asked = append(t.asked, q)
		if q.Answered() {
			m.tally[t.id.Fingerprint] = add(m.tally[t.id.Fingerprint], question.LabelKey(q.Answer))
		}
	}
	return m
}

// used counts an answer by a rule of a project.
func (m *memories) used(q *transcript.Question) {
	by := m.within[q.Rule]
	if by == nil {
		by = map[string]usage{}
		m.within[q.Rule] = by
	}
	by[q.Project] = usage{by[q.Project].times + 1, q.Time}
}

// usedIn is the usage of a rule of a project, when others have one of that ID.
// What was used in a worktree elsewhere cannot be told apart, and is left out.
func (m *memories) usedIn(r question.Rule) (all usage) {
	for dir, u := range m.within[r.ID] {
		if !worktree.Below(dir, r.Project) {
			continue
		}
		all.times += u.times
		if u.last.After(all.last) {
			all.last = u.last
		}
	}
	return all
}

// identify is the identity of a question, which may be known already.
func (m *memories) identify(q *transcript.Question, key string, hash uint64) question.Identity {
	if m != nil {
		if at, ok := m.topicAt[hash]; ok && topicKey(m.topics[at].latest()) == key {
			return m.topics[at].id
		}
	}
	return question.Identify(asAsked(q, true))
}

// asAsked is a question as rules look at it. Its options are left out where no
// rule looks at them.
func asAsked(q *transcript.Question, options bool) question.Question {
	asked := question.Question{Text: q.Text, Header: q.Header, Multi: q.Multi}
	if !options {
		return asked
	}
	asked.Options = make([]question.Option, len(q.Options))
	for i, o := range q.Options {
		asked.Options[i].Label = o.Label
	}
	return asked
}

func add(counts map[string]int, key string) map[string]int {
	if counts == nil {
		counts = map[string]int{}
	}
	counts[key]++
	return counts
}

func topicKey(q *transcript.Question) string {
	var b strings.Builder
	for _, s := range []string{q.Text, q.Header, q.Project, q.Tool, q.Source} {
		b.WriteString(s)
		b.WriteByte(0)
	}
	for _, o := range q.Options {
		b.WriteString(o.Label)
		b.WriteByte(0)
		b.WriteString(o.Description)
		b.WriteByte(0)
	}
	if q.Multi {
		b.WriteByte(1)
	}
	return b.String()
}

// latest is the last question of each wording.
func (p *past) latest() (all []*transcript.Question) {
	if p.seen == nil {
		return nil
	}
	known := map[string]bool{}
	for _, q := range p.seen.asked {
		if !known[q.Text] {
			known[q.Text] = true
			all = append(all, q.Question)
		}
	}
	return all
}
