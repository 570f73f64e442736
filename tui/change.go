package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
)

// The way of a change: start considers, where it has to, the hooks of others; begin asks for a plan, planned shows it, confirm asks,
// apply writes it, and applied shows what came of it.

// A change is what the person wants.
type change struct {
	op      string                    // install, settle, uninstall, undo or redo, or one of opWords
	target  installer.Target          // of install, settle and uninstall, of the hook that is added or moved, and with make
	options installer.Options         // of install and settle, where the packs are ticked at first; of uninstall the packs alone
	asides  []string                  // what else is to be known, safe to draw
	again   bool                      // the hooks of others were looked at again already
	receipt settings.Receipt          // what undo and redo take back
	hook    *hookChange               // what is done to a hook
	lost    []installer.OutsideChange // what recover puts back
	// marked are ways out of conflicts, by ID, that were marked before an install.
	marked map[string]conflict.Way
	// make plans all other changes.
	make func(Backend) (installer.Plan, error)
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
	plannedMsg struct {
		generation int
		change     change
		proposal   *proposal
		err        error
	}
	appliedMsg struct {
		proposal *proposal
		receipt  settings.Receipt
		err      error
	}
)

// begin asks for the plan of a change.
func (m *model) begin(c change) tea.Cmd {
	if m.ReadOnly {
		return m.refuse()
	}
	m.generation++
	m.say("reading " + short(m.Home, c.path()))
	b, home, generation := m.Backend, m.Home, m.generation
	return func() tea.Msg {
		p, err := propose(b, c, home)
		return plannedMsg{generation, c, p, err}
	}
}

// refuse says why nothing is changed. The keys that lead here are not offered.
func (m *model) refuse() tea.Cmd {
	m.say(readOnlyText)
	return nil
}

const readOnlyText = "read-only: nothing can be changed here"

// planned shows a plan, in the place of the one that it replaces.
func (m *model) planned(msg plannedMsg) tea.Cmd {
	if msg.generation != m.generation {
		return nil
	}
	m.say("")
	if _, helping := m.current().layer.(*menu); helping {
		m.pop()
	}
	old, at := m.diff()
	if errors.Is(msg.err, settings.ErrChanged) && len(msg.change.options.Choices) > 0 && old == nil {
		return m.recheck(msg)
	}
	if s := m.returnPage(); errors.Is(msg.err, settings.ErrChanged) && s != nil {
		m.say("the file has changed: this is how it is now")
		return s.again()
	}
	if msg.err != nil || msg.proposal.empty() {
		if old != nil {
			m.layers = m.layers[:at]
		}
		if msg.err != nil {
			m.push(failure(m.Home, msg.change, msg.err, "Nothing was written."))
		} else {
			m.push(nothing(m.Home, msg.change))
		}
		return nil
	}
	p := msg.proposal
	if old != nil && !p.same(old.proposal) && p.change.options.NoDenyRules == old.proposal.change.options.NoDenyRules {
		m.say(short(m.Home, p.changedSince(old.proposal)) + " has changed: this is the new plan")
	}
	if old != nil {
		old.replace(p)
		return m.watch()
	}
	return m.show(p)
}

// show opens the diff of a plan and watches the file.
func (m *model) show(p *proposal) tea.Cmd {
	m.push(&diff{home: m.Home, proposal: p, view: p.opens()})
	return m.watch()
}

// diff finds the diff among the layers, and its place.
func (m *model) diff() (*diff, int) {
	for i, l := range m.layers {
		if d, ok := l.layer.(*diff); ok {
			return d, i
		}
	}
	return nil, 0
}

// replan throws away the plan on the screen and asks for a new one. What lies
// over the diff asked about the old one, and goes too.
func (m *model) replan() tea.Cmd {
	d, at := m.diff()
	d.stale = true
	m.layers = m.layers[:at+1]
	return m.start(d.proposal.change)
}

// apply writes the plan that is on the screen.
func (m *model) apply(p *proposal) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	m.writing = stop
	m.generation++ // ends the watch
	m.pop()        // the question
	m.push(&progress{home: m.Home, proposal: p})
	b := m.Backend
	return func() tea.Msg {
		defer stop()
		receipt, err := b.Apply(ctx, p.plan)
		return appliedMsg{p, receipt, err}
	}
}

func (m *model) applied(msg appliedMsg) tea.Cmd {
	m.writing = nil
	if m.quitting {
		m.failure = msg.err
		return m.quit()
	}
	if _, at := m.diff(); len(m.layers) > at+1 {
		m.layers = m.layers[:at+1]
	}
	switch {
	case msg.err == nil || msg.receipt.ID != "":
		s := m.returnPage()
		if s == nil {
			m.home()
		}
		if lost := msg.proposal.change.lost; lost != nil {
			m.dismiss(lost)
		}
		r := &result{home: m.Home, backups: m.Backups, proposal: msg.proposal, receipt: msg.receipt, err: msg.err, rules: m.overview.rules}
		m.push(r)
		check := tea.Batch(m.after(recheckDelay, checkDueMsg{r}), r.follow(m.Backend))
		if s != nil {
			return tea.Batch(m.reload(), check, s.again())
		}
		return tea.Batch(m.reload(), check)
	case errors.Is(msg.err, settings.ErrChanged):
		return m.replan()
	case errors.Is(msg.err, context.Canceled):
		m.say("nothing was written: the wait was ended")
	default:
		left := "The file is as it was."
		if len(msg.proposal.parts) > 1 {
			left = "The other files are as they were."
		}
		m.push(failure(m.Home, msg.proposal.change, msg.err, left))
	}
	return m.watch()
}
