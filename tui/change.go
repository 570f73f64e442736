package tui

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/settings"
	"neverask/tui/kit"
)

// The way of a change: start does what comes before its plan, begin asks for that, planned shows it, confirm asks,
// apply writes it, and applied shows what came of it.

// A flow makes changes, one at a time.
type flow struct {
	backend changeWorld
	home    string
	backups string     // the directory of earlier contents
	waiting func() int // how many suggestions wait
}

type (
	beginMsg   struct{ operation Operation }
	applyMsg   struct{ proposal *proposal }
	plannedMsg struct {
		generation int
		operation  Operation
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
func start(m *kit.Model, o Operation) tea.Cmd {
	if o.Before != nil {
		return o.Before(m)
	}
	return begin(m, o)
}

// begin asks for the plan of a change.
func begin(m *kit.Model, o Operation) tea.Cmd { return m.Send(beginMsg{o}) }

func (f *flow) receive(m *kit.Model, msg tea.Msg) (cmd tea.Cmd, taken bool) {
	switch msg := msg.(type) {
	case beginMsg:
		return f.begin(m, msg.operation), true
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

func (f *flow) begin(m *kit.Model, o Operation) tea.Cmd {
	if m.ReadOnly {
		return m.Refuse()
	}
	m.Abandon()
	m.Say("reading " + kit.Short(f.home, o.Target.Path))
	b, home, generation := f.backend, f.home, m.Generation
	return func() tea.Msg {
		p, err := propose(b, o, home)
		return plannedMsg{generation, o, p, err}
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
	if errors.Is(msg.err, settings.ErrChanged) && msg.operation.Outdated != nil && old == nil {
		return msg.operation.Outdated(m)
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
			m.Push(failure(f.home, msg.operation.Cannot, msg.err, "Nothing was written."))
		} else {
			m.Push(nothing(f.home, msg.operation))
		}
		return nil
	}
	p := msg.proposal
	if old != nil && !p.same(old.proposal) && p.operation.sameVariant(old.proposal.operation) {
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
	return start(m, d.proposal.operation)
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
		if made := msg.proposal.operation.Made; made != nil {
			made()
		}
		r := &result{backend: f.backend, home: f.home, backups: f.backups, proposal: msg.proposal, receipt: msg.receipt, err: msg.err, waiting: f.waiting}
		m.Push(r)
		check := tea.Batch(m.After(recheckDelay, checkDueMsg{r}), r.look(f.backend))
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
		m.Push(failure(f.home, msg.proposal.operation.Cannot, msg.err, left))
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
