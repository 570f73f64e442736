package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Below this size the screens would mislead.
const (
	minWidth  = 40
	minHeight = 10
)

// model is the state of the program.
type model struct {
	Options
	styles        *styles
	width, height int

	others   *others
	overview *overview // the first tab
	outside  *outsideState
	tabs     []place
	active   int
	layers   []shown
	status   string // the last message, safe to draw

	// generation numbers the plans that were asked for. A result of an older
	// one is dropped.
	generation int
	undo, redo *recall

	// writing ends the wait of the change that is being written; nil when
	// there is none.
	writing  context.CancelFunc
	quitting bool  // as soon as it is written
	dark     bool  // the background is
	blurred  bool  // the terminal has not the focus
	failure  error // of a change that finished while quitting

	drawn drawing
	after func(time.Duration, tea.Msg) tea.Cmd
}

// place is a tab and how it is shown. One that is under another has no name on the line
// of places, and esc leads from it to the other.
type place struct {
	tab   tab
	shown shown
	under int
}

type (
	recalledMsg    struct{ undo, redo *recall }
	quitDelayedMsg struct{}
)

func newModel(o Options) *model {
	m := &model{Options: o, dark: startsDark(o.Environ), after: after, others: newOthers(o)}
	m.restyle()
	tabs, first := newTabs(o, m.others)
	m.overview, m.outside = first, first.outside
	for i, t := range tabs {
		m.tabs = append(m.tabs, place{t, shown{layer: t}, i})
	}
	for name, under := range map[string]string{"Conflicts": "Hooks", "Activity": "Log", "Changes": "Home"} {
		m.tabs[m.place(name)].under = m.place(under)
	}
	return m
}

// place is the index of the place of a name.
func (m *model) place(name string) int {
	return slices.IndexFunc(m.tabs, func(p place) bool { return p.tab.name() == name })
}

// after sends a message when some time has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// Init asks for the background colour and reads what the first tab shows.
func (m *model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.reload(), m.awaitLoss())
}

// Update takes a message to where it belongs.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m.shows(msg) {
		m.drawn.valid = false
	}
	cmd := m.dispatch(msg)
	m.clampScroll()
	return m, cmd
}

func (m *model) dispatch(msg tea.Msg) tea.Cmd { //nolint:funlen // one case a message
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.restyle()
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.MouseWheelMsg:
		return m.wheel(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case tea.ResumeMsg:
		return tea.Batch(tea.RequestBackgroundColor, m.reload())
	case recalledMsg:
		m.undo, m.redo = msg.undo, msg.redo
	case plannedMsg:
		return m.planned(msg)
	case watchDueMsg:
		return m.checkFiles(msg)
	case fileSeenMsg:
		return m.seen(msg)
	case appliedMsg:
		return m.applied(msg)
	case editedMsg:
		return m.edited(msg)
	case confirmedMsg:
		return m.confirmed(msg)
	case proposedMsg:
		return m.proposed(msg)
	case decisionMsg:
		return m.suggestionDecided(msg)
	case laterMsg:
		return m.after(m.wait(msg.delay), msg.msg)
	case tea.BlurMsg:
		m.blurred = true
	case tea.FocusMsg:
		if m.blurred {
			m.blurred = false
			return m.reload()
		}
	case tea.PasteMsg:
		return m.paste(msg)
	case consideredMsg:
		return tea.Batch(m.considered(msg), m.deliver(msg))
	case surveyedMsg:
		m.others.receive(msg)
		m.freshen()
		return m.deliver(msg)
	case outsideMsg:
		return m.lost(msg)
	case outsideDueMsg:
		return m.awaitLoss()
	case acceptedMsg:
		return m.accepted(msg)
	case checkDueMsg:
		return m.check(msg)
	case checkedMsg:
		m.checked(msg)
	case followedMsg:
		msg.result.consequences = msg.consequences
	case settingsReadMsg:
		msg.take()
	case programMsg:
		msg.take()
	case toolsReadMsg:
		msg.take()
	case toolPastMsg:
		msg.take()
	case examinedMsg:
		return m.examined(msg)
	case probeDueMsg:
		return m.others.due(msg)
	case probedMsg:
		return tea.Batch(m.probed(msg), m.deliver(msg))
	case quitDelayedMsg:
		return m.delayQuit()
	default:
		return m.deliver(msg)
	}
	return nil
}

// deliver hands a message to the tabs; each knows its own.
func (m *model) deliver(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, p := range m.tabs {
		cmds = append(cmds, p.tab.receive(msg))
	}
	return tea.Batch(cmds...)
}

// say puts a message, which must be safe to draw, on the status line.
func (m *model) say(s string) { m.status = s }

func (m *model) tooSmall() bool { return m.width < minWidth || m.height < minHeight }

// reload reads what the active tab shows, and what could be undone.
func (m *model) reload() tea.Cmd {
	return tea.Batch(m.tabs[m.active].tab.load(), m.recall)
}

// refresh is reload when the person asks for it: what is remembered of the last
// time does not count.
func (m *model) refresh() tea.Cmd {
	if t, ok := m.tabs[m.active].tab.(interface{ forget() }); ok {
		t.forget()
	}
	return m.reload()
}

// open shows a tab, counting round.
func (m *model) open(i int) tea.Cmd {
	before, following := m.tabs[m.active].tab.(follower)
	leaving := m.active
	m.active = (i + len(m.tabs)) % len(m.tabs)
	if t, ok := m.tabs[leaving].tab.(interface{ left() }); ok && leaving != m.active {
		t.left()
	}
	if _, goesOn := m.tabs[m.active].tab.(follower); following && !goesOn {
		before.leave()
	}
	m.say("")
	return m.reload()
}

// turn shows the next place of those that have a name on the line of places.
func (m *model) turn(by int) tea.Cmd {
	n := 0
	for i, p := range m.tabs {
		if p.under == i {
			n++
		}
	}
	return m.leaveFor((m.tabs[m.active].under + by + n) % n)
}

// leavable reports whether what lies over a place can be left for another one: nothing
// was typed or decided there.
func (m *model) leavable() bool {
	return m.writing == nil && !slices.ContainsFunc(m.layers, func(s shown) bool {
		switch s.layer.(type) {
		case typist, dialog, *diff, *cards, *scopes:
			return true
		}
		return false
	})
}

// leaveFor opens a place, whatever lies over this one.
func (m *model) leaveFor(i int) tea.Cmd {
	if !m.onTab() {
		m.overview.examination.halt()
		m.home()
	}
	return m.open(i)
}

func (m *model) quit() tea.Cmd { return tea.Quit }

// busy reports whether something must end before the program may.
func (m *model) busy() bool {
	return m.writing != nil || m.others.probe != nil || m.overview.examination.running > 0
}

// delayQuit quits as soon as a change is written, and nothing that a probe has
// started runs any more.
func (m *model) delayQuit() tea.Cmd {
	m.quitting = true
	m.say("quitting when the change is written")
	switch {
	case m.writing != nil:
	case m.others.probe != nil:
		m.say("quitting when the probe has ended")
	default:
		m.say("quitting when the examination has ended")
	}
	m.overview.examination.halt()
	return m.others.halt(m)
}

func (m *model) suspend() tea.Cmd { return tea.Suspend }
