package tui

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// The way of a change: start does what comes before its plan, begin asks for that, planned shows it, confirm asks,
// apply writes it, and applied shows what came of it.

// A flow makes changes, one at a time.
type flow struct {
	backend Backend
	home    string
	backups string     // the directory of earlier contents
	waiting func() int // how many suggestions wait
}

// A change is what the person wants.
type change struct {
	op      string           // install, settle, uninstall, undo or redo, or one of opWords
	target  installer.Target // of install, settle and uninstall, of the hook that is added or moved, and with make
	options install.Options  // of install and settle, where the packs are ticked at first; of uninstall the packs alone
	asides  []string         // what else is to be known, safe to draw
	again   bool             // the hooks of others were looked at again already
	receipt settings.Receipt // what undo and redo take back
	hook    *hookChange      // what is done to a hook
	// marked are ways out of conflicts, by ID, that were marked before an install.
	marked map[string]conflict.Way
	// make plans all other changes.
	make func(Backend) (installer.Plan, error)

	// What else belongs to it: what comes before its plan, what follows when a hook that
	// was decided about is another meanwhile, and what follows when it is made.
	before   func(*model, change) tea.Cmd
	outdated func(*model, change) tea.Cmd
	made     func()
}

// where is the file that changes. What is taken back need not be in a scope.
func (c change) where() installer.Target {
	if c.receipt.ID != "" {
		return installer.Target{Path: c.receipt.Path}
	}
	if c.hook != nil && c.op != "add" {
		return installer.Target{Path: c.hook.hook.Source.File}
	}
	return c.target
}

func (c change) path() string { return c.where().Path }

func (c change) plan(b Backend) (installer.Plan, error) {
	switch {
	case c.hook != nil:
		return c.planHook(b)
	case c.make != nil:
		return c.make(b)
	}
	switch c.op {
	case "install", "settle":
		return b.Install(c.target, c.options)
	case "uninstall":
		return b.Uninstall(c.target, c.options.Packs...)
	default:
		return b.Undo(c.receipt)
	}
}

type (
	beginMsg   struct{ change change }
	applyMsg   struct{ proposal *proposal }
	plannedMsg struct {
		generation int
		change     change
		proposal   *proposal
		err        error
	}
	appliedMsg struct {
		work     *work
		proposal *proposal
		receipt  settings.Receipt
		err      error
	}
)

// start begins a change with what comes before its plan.
func (m *model) start(c change) tea.Cmd {
	if c.before != nil {
		return c.before(m, c)
	}
	return m.begin(c)
}

// begin asks for the plan of a change.
func (m *model) begin(c change) tea.Cmd { return m.send(beginMsg{c}) }

func (f *flow) receive(m *model, msg tea.Msg) (cmd tea.Cmd, taken bool) {
	switch msg := msg.(type) {
	case beginMsg:
		return f.begin(m, msg.change), true
	case plannedMsg:
		return f.planned(m, msg), true
	case watchDueMsg:
		return f.checkFiles(m, msg), true
	case fileSeenMsg:
		return f.seen(m, msg), true
	case applyMsg:
		return f.apply(m, msg.proposal), true
	case appliedMsg:
		return f.applied(m, msg), true
	case checkDueMsg:
		return f.check(msg), true
	case checkedMsg:
		f.checked(msg)
		return nil, true
	case followedMsg:
		msg.result.consequences = msg.consequences
		return nil, true
	}
	return nil, false
}

func (f *flow) begin(m *model, c change) tea.Cmd {
	if m.ReadOnly {
		return m.refuse()
	}
	m.abandon()
	m.say("reading " + short(f.home, c.path()))
	b, home, generation := f.backend, f.home, m.generation
	return func() tea.Msg {
		p, err := propose(b, c, home)
		return plannedMsg{generation, c, p, err}
	}
}

// planned shows a plan, in the place of the one that it replaces.
func (f *flow) planned(m *model, msg plannedMsg) tea.Cmd {
	if msg.generation != m.generation {
		return nil
	}
	m.say("")
	if _, helping := m.current().layer.(*menu); helping {
		m.pop()
	}
	old, at := diffOf(m)
	if errors.Is(msg.err, settings.ErrChanged) && msg.change.outdated != nil && old == nil {
		return msg.change.outdated(m, msg.change)
	}
	if s := pageToReturn(m); errors.Is(msg.err, settings.ErrChanged) && s != nil {
		m.say("the file has changed: this is how it is now")
		return s.again(m)
	}
	if msg.err != nil || msg.proposal.empty() {
		if old != nil {
			m.layers = m.layers[:at]
		}
		if msg.err != nil {
			m.push(failure(f.home, msg.change, msg.err, "Nothing was written."))
		} else {
			m.push(nothing(f.home, msg.change))
		}
		return nil
	}
	p := msg.proposal
	if old != nil && !p.same(old.proposal) && p.change.options.NoDenyRules == old.proposal.change.options.NoDenyRules {
		m.say(short(f.home, p.changedSince(old.proposal)) + " has changed: this is the new plan")
	}
	if old != nil {
		old.replace(p)
		return f.watch(m)
	}
	return f.show(m, p)
}

// show opens the diff of a plan and watches the file.
func (f *flow) show(m *model, p *proposal) tea.Cmd {
	m.push(&diff{home: f.home, proposal: p, view: p.opens()})
	return f.watch(m)
}

// diffOf finds the diff among the layers, and its place.
func diffOf(m *model) (*diff, int) {
	for i, l := range m.layers {
		if d, ok := l.layer.(*diff); ok {
			return d, i
		}
	}
	return nil, 0
}

// replan throws away the plan on the screen and asks for a new one. What lies
// over the diff asked about the old one, and goes too.
func replan(m *model) tea.Cmd {
	d, at := diffOf(m)
	d.stale = true
	m.layers = m.layers[:at+1]
	return m.start(d.proposal.change)
}

// apply writes the plan that is on the screen.
func (f *flow) apply(m *model, p *proposal) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	w := &work{until: "the change is written"}
	m.hold(w)
	m.abandon() // ends the watch
	m.pop()     // the question
	m.push(&progress{home: f.home, proposal: p, stop: stop})
	b := f.backend
	return func() tea.Msg {
		defer stop()
		receipt, err := b.Apply(ctx, p.plan)
		return appliedMsg{w, p, receipt, err}
	}
}

func (f *flow) applied(m *model, msg appliedMsg) tea.Cmd {
	if m.release(msg.work, msg.err) {
		return m.quit()
	}
	if _, at := diffOf(m); len(m.layers) > at+1 {
		m.layers = m.layers[:at+1]
	}
	switch {
	case msg.err == nil || msg.receipt.ID != "":
		s := pageToReturn(m)
		if s == nil {
			m.home()
		}
		if made := msg.proposal.change.made; made != nil {
			made()
		}
		r := &result{home: f.home, backups: f.backups, proposal: msg.proposal, receipt: msg.receipt, err: msg.err, waiting: f.waiting}
		m.push(r)
		check := tea.Batch(m.after(recheckDelay, checkDueMsg{r}), r.follow(f.backend))
		if s != nil {
			return tea.Batch(m.reload(), check, s.again(m))
		}
		return tea.Batch(m.reload(), check)
	case errors.Is(msg.err, settings.ErrChanged):
		return replan(m)
	case errors.Is(msg.err, context.Canceled):
		m.say("nothing was written: the wait was ended")
	default:
		left := "The file is as it was."
		if len(msg.proposal.parts) > 1 {
			left = "The other files are as they were."
		}
		m.push(failure(f.home, msg.proposal.change, msg.err, left))
	}
	return f.watch(m)
}

// A returnPage is a page that changes come back to.
type returnPage interface {
	layer
	again(*model) tea.Cmd // reads anew what the page shows
}

// pageToReturn finds the returnPage among the layers, and removes what lies over it; nil
// when there is none.
func pageToReturn(m *model) returnPage {
	for i, l := range slices.Backward(m.layers) {
		if s, ok := l.layer.(returnPage); ok {
			m.layers = m.layers[:i+1]
			m.abandon()
			return s
		}
	}
	return nil
}

// leave goes back to the page that changes come back to, or to the tab.
func leave(m *model) tea.Cmd {
	s := pageToReturn(m)
	if s == nil {
		return m.home()
	}
	m.say("")
	if r, ok := s.(interface{ resume(*model) tea.Cmd }); ok {
		return r.resume(m)
	}
	return nil
}
