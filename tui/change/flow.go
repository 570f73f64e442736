package change

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"neverask/settings"
	"neverask/tui/kit"
)

// The steps of a change: start does what precedes the plan, begin asks for the plan, planned shows it, apply writes
// it after a yes, and applied reports the result.

// A Flow makes changes, one at a time.
type Flow struct {
	Backend Backend
	Home    string
	Waiting func() int                                   // how many suggestions wait
	Written func(r settings.Receipt, description string) // takes a change that undo takes back from now on

	written map[string]*Preview // the last change of each file, by path
}

type (
	beginMsg struct{ operation Operation }
	applyMsg struct{ preview *Preview }
	// PlannedMsg is a requested plan.
	PlannedMsg struct {
		Generation int
		Operation  Operation
		preview    *Preview
		Err        error
	}
	appliedMsg struct {
		work    *kit.Work
		preview *Preview
		receipt settings.Receipt
		err     error
	}
)

// Start begins a change with the step before its plan.
func Start(m *kit.Model, o Operation) tea.Cmd {
	if o.Before != nil {
		return o.Before(m)
	}
	return Begin(m, o)
}

// Begin asks for the plan of a change.
func Begin(m *kit.Model, o Operation) tea.Cmd { return m.Send(beginMsg{o}) }

// Receive takes the messages of changes; taken is false for any other.
func (f *Flow) Receive(m *kit.Model, msg tea.Msg) (cmd tea.Cmd, taken bool) {
	switch msg := msg.(type) {
	case beginMsg:
		return f.begin(m, msg.operation), true
	case PlannedMsg:
		return f.planned(m, msg), true
	case WatchDueMsg:
		return f.checkFiles(m, msg), true
	case fileSeenMsg:
		return f.seen(m, msg), true
	case applyMsg:
		return f.apply(m, msg.preview), true
	case appliedMsg:
		return f.applied(m, msg), true
	case checkDueMsg:
		return f.recheck(msg), true
	case checkedMsg:
		f.checked(m, msg)
		return nil, true
	case followedMsg:
		f.followed(m, msg)
		return nil, true
	}
	return nil, false
}

func (f *Flow) begin(m *kit.Model, o Operation) tea.Cmd {
	if m.ReadOnly {
		return m.Refuse()
	}
	m.Abandon()
	m.Say("reading " + kit.Short(f.Home, o.Target.Path))
	b, home, generation := f.Backend, f.Home, m.Generation
	return func() tea.Msg {
		p, err := makePreview(b, o, home)
		return PlannedMsg{generation, o, p, err}
	}
}

// planned shows a plan, or replaces the one shown.
func (f *Flow) planned(m *kit.Model, msg PlannedMsg) tea.Cmd {
	if msg.Generation != m.Generation {
		return nil
	}
	m.Say("")
	if _, helping := m.Current().Layer.(*kit.Menu); helping {
		m.Pop()
	}
	old, at := DiffOf(m)
	if errors.Is(msg.Err, settings.ErrChanged) && msg.Operation.Outdated != nil && old == nil {
		return msg.Operation.Outdated(m)
	}
	if errors.Is(msg.Err, settings.ErrChanged) {
		if s := pageToReturn(m); s != nil {
			m.Say("▲ the file changed; this is its current state")
			return s.Again(m)
		}
	}
	if msg.Err != nil || msg.preview.empty() {
		if old != nil {
			m.Layers = m.Layers[:at]
		}
		if msg.Err != nil {
			m.Push(refused(f.Home, msg.Operation, msg.Err))
		} else {
			m.Push(nothing(f.Home, msg.Operation))
		}
		return nil
	}
	p := msg.preview
	if old != nil && !p.same(old.Preview) && p.Operation.sameVariant(old.Preview.Operation) {
		m.Say("▲ " + kit.Short(f.Home, p.changedSince(old.Preview)) + " has changed: this is the new plan")
		old.replaced = true
	}
	if old == nil {
		old = &Diff{Home: f.Home, View: p.Opens()}
		m.Push(old)
	}
	old.Replace(p)
	return tea.Batch(f.watch(m), m.After(kit.Glance, glancedMsg{old, p}))
}

// DiffOf finds the diff among the layers, and its place.
func DiffOf(m *kit.Model) (*Diff, int) {
	for i, l := range m.Layers {
		if d, ok := l.Layer.(*Diff); ok {
			return d, i
		}
	}
	return nil, 0
}

// replan discards the plan on the screen and asks for a new one. It also closes dialogs about the old one.
func replan(m *kit.Model) tea.Cmd {
	d, at := DiffOf(m)
	d.Stale = true
	m.Layers = m.Layers[:at+1]
	return Start(m, d.Preview.Operation)
}

// apply writes the plan that is on the screen.
func (f *Flow) apply(m *kit.Model, p *Preview) tea.Cmd {
	ctx, stop := context.WithCancel(context.Background())
	w := &kit.Work{Until: "the change is written"}
	m.Hold(w)
	m.Abandon() // ends the watch
	m.Push(&progress{home: f.Home, preview: p, stop: stop})
	b := f.Backend
	return func() tea.Msg {
		defer stop()
		receipt, err := b.Apply(ctx, p.Plan)
		return appliedMsg{w, p, receipt, err}
	}
}

func (f *Flow) applied(m *kit.Model, msg appliedMsg) tea.Cmd {
	if m.Release(msg.work, msg.err) {
		return m.Quit()
	}
	if _, at := DiffOf(m); len(m.Layers) > at+1 {
		m.Layers = m.Layers[:at+1]
	}
	switch {
	case msg.err == nil || msg.receipt.ID != "":
		f.remember(msg.preview)
		s := pageToReturn(m)
		if s == nil {
			m.ToPlace()
		}
		if made := msg.preview.Operation.Made; made != nil {
			made()
		}
		if undoable(msg.preview) {
			f.Written(msg.receipt, msg.preview.heading())
		}
		reload := m.Reload()
		if s != nil {
			reload = tea.Batch(reload, s.Again(m))
		}
		if msg.err != nil {
			m.Push(leftBehind(f.Home, msg.preview, msg.err))
			return reload
		}
		m.Say(f.changeMessage(m, msg.preview, nil))
		return tea.Batch(reload, m.After(recheckDelay, checkDueMsg{msg.preview}), f.look(msg.preview, m.Status))
	case errors.Is(msg.err, settings.ErrChanged):
		return replan(m)
	case errors.Is(msg.err, context.Canceled):
		m.Say("✗ nothing was written: you stopped waiting")
	default:
		left := "Nothing was written."
		if len(msg.preview.Parts) > 1 {
			left = "The other files are unchanged."
		}
		m.Push(Failure(f.Home, msg.preview.Operation.Cannot, msg.err, left))
	}
	return f.watch(m)
}

// A returnPage is a page that is shown again after a change.
type returnPage interface {
	kit.Layer
	Again(*kit.Model) tea.Cmd // reads anew what the page shows
}

// pageToReturn finds the returnPage among the layers, and removes the layers over it; nil if there is none.
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
