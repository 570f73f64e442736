package tui

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/preferences"
	"neverask/hooks/rule/question"
	"neverask/settings/foreign"
	"neverask/settings/worktree"
	"neverask/tui/kit"
)

// rulebook is the rules as they were last read. Both tabs that show them share
// it, and it follows the file while one of them is shown.
type rulebook struct {
	backend Backend
	book    Book
	path    string

	said      question.Preferences             // as it was read
	rules     []question.Rule                  // the person's own, and then those accepted of projects
	own       int                              // how many are the person's
	trusted   []question.Trusted               // what is accepted
	hays      []kit.SearchText                 // what a filter looks at, by rule
	projects  []string                         // of the rules, in order; "" is everywhere, and always there
	positions map[string]int                   // of the rules, by key
	findings  map[string][]preferences.Finding // by ID, of the rules alone; "" for rules without one
	past      map[string][]preferences.Finding // by ID, from the questions that were asked
	outside   []preferences.Outside            // changes to be confirmed
	broken    []question.Problem
	err       error              // the file cannot be read
	lost      *installer.Problem // it was there, and is gone
	read      bool
	readOnly  bool // nothing may be changed
	version   int  // grows with every reading

	stamp      foreign.Stamp
	generation int

	wanted string // the ID of the rule to choose as soon as it is there

	// Edits are made one after the other, in the order of the keys.
	queue []edit
	busy  bool
}

type (
	rulesDueMsg  struct{ generation int }
	rulesSeenMsg struct {
		generation int
		stamp      foreign.Stamp
	}
	rulesReadMsg struct {
		generation int
		stamp      foreign.Stamp
		rules      question.Preferences
		all        []question.Rule // the accepted ones of projects too
		hays       []kit.SearchText
		broken     []question.Problem
		findings   map[string][]preferences.Finding
		outside    []preferences.Outside
		err        error
		lost       *installer.Problem
	}
)

func (rulesDueMsg) Still() bool  { return true }
func (rulesSeenMsg) Still() bool { return true }

func newRulebook(o Options) *rulebook {
	b := &rulebook{backend: o.Backend, readOnly: o.ReadOnly}
	b.book, b.path = o.Backend.Book()
	return b
}

// load reads the file and goes on looking at it.
func (b *rulebook) load() tea.Cmd {
	b.generation++
	return b.readFile()
}

// rest ends looking at the file.
func (b *rulebook) rest() { b.generation++ }

func (b *rulebook) readFile() tea.Cmd {
	backend, book, path, generation := b.backend, b.book, b.path, b.generation
	return func() tea.Msg {
		// Stamped before it is read, so that a change in between is seen later.
		msg := rulesReadMsg{generation: generation, stamp: backend.Stamp(path)}
		msg.rules, msg.broken, msg.err = book.Read()
		if lost, gone := backend.LostPreferences(); gone {
			msg.lost = &lost
		}
		// What cannot be watched is told of by status and doctor.
		msg.outside, _ = backend.Outside()
		msg.all = slices.Clip(msg.rules.Rules)
		for i := range msg.rules.Trusted {
			msg.all = append(msg.all, msg.rules.Trusted[i].Rules()...)
		}
		msg.hays = make([]kit.SearchText, len(msg.all))
		for i, r := range msg.all {
			msg.hays[i] = kit.NewSearchText(matchText(r.Match) + " " + answerText(r.Answer) + " " + r.Project + " " + r.Note + " " + r.ID)
		}
		msg.findings = map[string][]preferences.Finding{}
		for _, f := range preferences.Lint(msg.rules, msg.broken) {
			msg.findings[f.Rule] = append(msg.findings[f.Rule], f)
		}
		return msg
	}
}

// fresh is a reading that is newer than all others that are under way.
func (b *rulebook) fresh(msg rulesReadMsg) rulesReadMsg {
	b.generation++
	msg.generation = b.generation
	return msg
}

// receive follows the file; changed reports that the rules were read.
func (b *rulebook) receive(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case rulesDueMsg:
		if msg.generation == b.generation {
			backend, path := b.backend, b.path
			return func() tea.Msg { return rulesSeenMsg{msg.generation, backend.Stamp(path)} }, false
		}
	case rulesSeenMsg:
		switch {
		case msg.generation != b.generation:
		case msg.stamp == b.stamp:
			return kit.Later(kit.Pause, rulesDueMsg{b.generation}), false
		default:
			return b.readFile(), false
		}
	case rulesReadMsg:
		if msg.generation == b.generation {
			b.take(msg)
			return kit.Later(kit.Pause, rulesDueMsg{b.generation}), true
		}
	}
	return nil, false
}

func (b *rulebook) take(msg rulesReadMsg) {
	b.stamp, b.err, b.read, b.lost = msg.stamp, msg.err, true, msg.lost
	b.version++
	if msg.err != nil {
		return // what was read before stays in sight, and cannot be edited
	}
	before := b.positions
	old := b.rules
	b.said, b.own, b.trusted = msg.rules, len(msg.rules.Rules), msg.rules.Trusted
	b.rules, b.hays, b.broken, b.findings, b.outside = msg.all, msg.hays, msg.broken, msg.findings, msg.outside
	b.positions = make(map[string]int, len(b.rules))
	projects := []string{""}
	for i, r := range b.rules {
		b.positions[ruleKey(r)] = i
		projects = append(projects, r.Project)
	}
	slices.Sort(projects)
	b.projects = slices.Compact(projects)
	// What was found about a rule that is another now no longer holds.
	maps.DeleteFunc(b.past, func(id string, _ []preferences.Finding) bool {
		r, there := b.rule(id)
		return !there || !reflect.DeepEqual(r, old[before[id]])
	})
}

// linted takes what the past says against the rules.
func (b *rulebook) linted(found []preferences.Finding) {
	b.past = map[string][]preferences.Finding{}
	for _, f := range found {
		if _, there := b.positions[f.Rule]; there {
			b.past[f.Rule] = append(b.past[f.Rule], f)
		}
	}
}

// about is what is to be known of a rule.
func (b *rulebook) about(id string) []preferences.Finding {
	return preferences.MergeFindings(slices.Clip(b.findings[id]), b.past[id])
}

// ruleKey tells rules apart: two projects may propose rules of the same ID, and
// the person may have one of that ID too.
func ruleKey(r question.Rule) string {
	if r.Trusted == nil {
		return r.ID
	}
	return r.ID + "\x00" + r.Project
}

// about is what is to be known of a rule. Nothing is looked for in the rules of
// projects.
func (t *preferencesTab) about(r question.Rule) []preferences.Finding {
	if r.Trusted != nil {
		return nil
	}
	return t.book.about(r.ID)
}

// rule finds a rule by its ID, the person's own first.
func (b *rulebook) rule(id string) (question.Rule, bool) {
	i, ok := b.positions[id]
	if !ok && strings.HasPrefix(id, question.ProjectPrefix) {
		i = b.own + slices.IndexFunc(b.rules[b.own:], func(r question.Rule) bool { return r.ID == id })
		ok = i >= b.own
	}
	if !ok {
		return question.Rule{}, false
	}
	return b.rules[i], true
}

// decider finds the rule that is said to have decided a question.
func (b *rulebook) decider(q *transcript.Question) (question.Rule, bool) {
	for _, r := range b.rules[b.own:] {
		if r.ID == q.Rule && worktree.Below(q.Project, r.Project) {
			return r, true
		}
	}
	return b.rule(q.Rule)
}

// shared reports whether several rules have an ID, which can only be those of
// projects.
func (b *rulebook) shared(id string) bool {
	n := 0
	for _, r := range b.rules[b.own:] {
		if r.ID == id {
			n++
		}
	}
	return n > 1
}

// number says how many rules there are.
func (b *rulebook) number() string {
	switch others := len(b.rules) - b.own; {
	case others == 0:
		return diffview.Count(b.own, "rule")
	case b.own == 0:
		return diffview.Count(others, "rule") + " from projects"
	default:
		return fmt.Sprintf("%s, %d from projects", diffview.Count(b.own, "rule"), others)
	}
}

// modes says how many rules of the person's own there are of each mode.
func (b *rulebook) modes() string {
	number := map[question.Mode]int{}
	for _, r := range b.rules[:b.own] {
		number[r.Mode]++
	}
	var all []string
	for _, mode := range modeOrder {
		if n := number[mode]; n > 0 {
			all = append(all, fmt.Sprintf("%d %s", n, modeBadge(mode).Word))
		}
	}
	return strings.Join(all, " · ")
}

// editable reports whether rules can be changed.
func (b *rulebook) editable() bool { return b.read && b.err == nil && !b.readOnly }

// An edit is one change of the rules. The key is the consent; undo is offered
// after it.
type edit struct {
	do   func(context.Context) error
	then func(*kit.Model, error) tea.Cmd // after it, in Update
}

type editedMsg struct {
	book *rulebook
	work *kit.Work
	edit edit
	err  error
	now  tea.Msg // the rules as they are after it
}

// change makes a change when those before it are made.
func (b *rulebook) change(m *kit.Model, e edit) tea.Cmd {
	if m.ReadOnly {
		return m.Refuse()
	}
	b.queue = append(b.queue, e)
	if b.busy {
		return nil
	}
	w := &kit.Work{Until: "the change is written"}
	m.Hold(w)
	return b.next(w)
}

func (b *rulebook) next(w *kit.Work) tea.Cmd {
	e := b.queue[0]
	b.queue, b.busy = b.queue[1:], true
	read := b.readFile()
	return func() tea.Msg {
		err := e.do(context.Background())
		return editedMsg{b, w, e, err, read()}
	}
}

// Take goes on after an edit: with the next one, or with what it has made.
func (msg editedMsg) Take(m *kit.Model) tea.Cmd {
	b := msg.book
	b.busy = false
	// What is said of the edit is on the screen with it: the next key may be
	// about the rule.
	follow := m.Host.Receive(b.fresh(msg.now.(rulesReadMsg)))
	cmd := tea.Batch(follow, msg.edit.then(m, msg.err))
	switch {
	case len(b.queue) > 0:
		return tea.Batch(cmd, b.next(msg.work))
	case m.Release(msg.work, msg.err):
		return tea.Quit
	}
	return tea.Batch(cmd, m.Reload())
}
