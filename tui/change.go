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
	"neverask/tui/kit"
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
	before   func(*kit.Model, change) tea.Cmd
	outdated func(*kit.Model, change) tea.Cmd
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
		work     *kit.Work
		proposal *proposal
		receipt  settings.Receipt
		err      error
	}
)

// start begins a change with what comes before its plan.
func start(m *kit.Model, c change) tea.Cmd {
	if c.before != nil {
		return c.before(m, c)
	}
	return begin(m, c)
}

// begin asks for the plan of a change.
func begin(m *kit.Model, c change) tea.Cmd { return m.Send(beginMsg{c}) }

func (f *flow) receive(m *kit.Model, msg tea.Msg) (cmd tea.Cmd, taken bool) {
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

func (f *flow) begin(m *kit.Model, c change) tea.Cmd {
	if m.ReadOnly {
		return m.Refuse()
	}
	m.Abandon()
	m.Say("reading " + kit.Short(f.home, c.path()))
	b, home, generation := f.backend, f.home, m.Generation
	return func() tea.Msg {
		p, err := propose(b, c, home)
		return plannedMsg{generation, c, p, err}
	}
}

// planned shows a plan, in the place of the one that it replaces.
func (f *flow) planned(m *kit.Model, msg plannedMsg) tea.Cmd {
	if msg.generation != m.Generation {
		return nil
	}
	m.Say("")
	if _, helping := m.Current().Layer.(*kit.Menu); helping {
		m.Pop()
	}
	old, at := diffOf(m)
	if errors.Is(msg.err, settings.ErrChanged) && msg.change.outdated != nil && old == nil {
		return msg.change.outdated(m, msg.change)
	}
	if s := pageToReturn(m); errors.Is(msg.err, settings.ErrChanged) && s != nil {
		m.Say("the file has changed: this is how it is now")
		return s.again(m)
	}
	if msg.err != nil || msg.proposal.empty() {
		if old != nil {
			m.Layers = m.Layers[:at]
		}
		if msg.err != nil {
			m.Push(failure(f.home, msg.change, msg.err, "Nothing was written."))
		} else {
			m.Push(nothing(f.home, msg.change))
		}
		return nil
	}
	p := msg.proposal
	if old != nil && !p.same(old.proposal) && p.change.options.NoDenyRules == old.proposal.change.options.NoDenyRules {
		m.Say(kit.Short(f.home, p.changedSince(old.proposal)) + " has changed: this is the new plan")
	}
	if old != nil {
		old.replace(p)
		return f.watch(m)
	}
	return f.show(m, p)
}

// show opens the diff of a plan and watches the file.
func (f *flow) show(m *kit.Model, p *proposal) tea.Cmd {
	m.Push(&diff{home: f.home, proposal: p, view: p.opens()})
	return f.watch(m)
}

// diffOf finds the diff among the layers, and its place.
func diffOf(m *kit.Model) (*diff, int) {
	for i, l := range m.Layers {
		if d, ok := l.Layer.(*diff); ok {
			return d, i
		}
	}
	return nil, 0
}

// replan throws away the plan on the screen and asks for a new one. What lies
// over the diff asked about the old one, and goes too.
func replan(m *kit.Model) tea.Cmd {
	d, at := diffOf(m)
	d.stale = true
	m.Layers = m.Layers[:at+1]
	return start(m, d.proposal.change)
}

// apply writes the plan that is on the screen.
func (f *flow) apply(m *kit.Model, p *proposal) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	w := &kit.Work{Until: "the change is written"}
	m.Hold(w)
	m.Abandon() // ends the watch
	m.Pop()     // the question
	m.Push(&progress{home: f.home, proposal: p, stop: stop})
	b := f.backend
	return func() tea.Msg {
		defer stop()
		receipt, err := b.Apply(ctx, p.plan)
		return appliedMsg{w, p, receipt, err}
	}
}

func (f *flow) applied(m *kit.Model, msg appliedMsg) tea.Cmd {
	if m.Release(msg.work, msg.err) {
		return m.Quit()
	}
	if _, at := diffOf(m); len(m.Layers) > at+1 {
		m.Layers = m.Layers[:at+1]
	}
	switch {
	case msg.err == nil || msg.receipt.ID != "":
		s := pageToReturn(m)
		if s == nil {
			m.ToPlace()
		}
		if made := msg.proposal.change.made; made != nil {
			made()
		}
		r := &result{home: f.home, backups: f.backups, proposal: msg.proposal, receipt: msg.receipt, err: msg.err, waiting: f.waiting}
		m.Push(r)
		check := tea.Batch(m.After(recheckDelay, checkDueMsg{r}), r.Follow(f.backend))
		if s != nil {
			return tea.Batch(m.Reload(), check, s.again(m))
		}
		return tea.Batch(m.Reload(), check)
	case errors.Is(msg.err, settings.ErrChanged):
		return replan(m)
	case errors.Is(msg.err, context.Canceled):
		m.Say("nothing was written: the wait was ended")
	default:
		left := "The file is as it was."
		if len(msg.proposal.parts) > 1 {
			left = "The other files are as they were."
		}
		m.Push(failure(f.home, msg.proposal.change, msg.err, left))
	}
	return f.watch(m)
}

// A returnPage is a page that changes come back to.
type returnPage interface {
	kit.Layer
	again(*kit.Model) tea.Cmd // reads anew what the page shows
}

// pageToReturn finds the returnPage among the layers, and removes what lies over it; nil
// when there is none.
func pageToReturn(m *kit.Model) returnPage {
	for i, l := range slices.Backward(m.Layers) {
		if s, ok := l.Layer.(returnPage); ok {
			m.Layers = m.Layers[:i+1]
			m.Abandon()
			return s
		}
	}
	return nil
}

// leave goes back to the page that changes come back to, or to the tab.
func leave(m *kit.Model) tea.Cmd {
	s := pageToReturn(m)
	if s == nil {
		return m.ToPlace()
	}
	m.Say("")
	if r, ok := s.(interface{ resume(*kit.Model) tea.Cmd }); ok {
		return r.resume(m)
	}
	return nil
}
