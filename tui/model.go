package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Below this size the screens would mislead.
const (
	minWidth  = 40
	minHeight = 10
)

// A model is what is on the screen: layers over a place, the last message, and what must
// end before the program may. What a key is bound to is given it, and asks it for what
// it wants; what only the host knows it sends.
type model struct {
	host          host
	Home          string // the home directory, which is written as "~"
	Version       string
	ReadOnly      bool // nothing may be changed
	Now           func() time.Time
	styles        *styles
	width, height int

	layers []shown
	status string // the last message, safe to draw

	// generation numbers the plans that were asked for. A result of an older
	// one is dropped.
	generation int

	works    []*work
	quitting bool  // as soon as these have ended
	blurred  bool  // the terminal has not the focus
	failure  error // of a change that finished while quitting

	drawn drawing
	after func(time.Duration, tea.Msg) tea.Cmd
}

// A host is the program around the layers: it has the places, and takes what layers send.
type host interface {
	// base is the place that lies below all layers.
	base() *shown
	// receive takes a message: what was sent, or what a command has found.
	receive(tea.Msg) tea.Cmd
	// bar draws the line over the frame, and says where its places are; choose opens one.
	bar() (string, []zone)
	choose(zone int) tea.Cmd
	// crumbs names the place, and remark what is to be known on all of them.
	crumbs() []string
	remark() string
	// keys are those for the whole program: some before those of the layer, and some
	// after.
	keys() (first, last []binding)
}

// A work must end before the program may.
type work struct {
	until string // what is waited for
	stop  func() // nil for what is always finished
}

type (
	quitDelayedMsg struct{}
	// laterMsg asks for a message when some time has passed.
	laterMsg struct {
		delay time.Duration
		msg   tea.Msg
	}
	// reloadMsg asks for everything on the screen to be read again.
	reloadMsg struct{}
)

// A taker is a message that knows itself whose it is.
type taker interface {
	take(*model) tea.Cmd
}

func later(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return laterMsg{d, msg} }
}

// after sends a message when some time has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// Update takes a message to where it belongs.
func (m *model) update(msg tea.Msg) tea.Cmd {
	if !still(msg) {
		m.drawn.valid = false
	}
	cmd := m.send(msg)
	m.clampScroll()
	return cmd
}

// send takes a message at once: what follows from a key is on the screen before the next.
func (m *model) send(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.MouseWheelMsg:
		return m.wheel(msg)
	case tea.MouseClickMsg:
		return m.click(msg)
	case tea.PasteMsg:
		return m.paste(msg)
	case tea.BlurMsg:
		m.blurred = true
	case tea.FocusMsg:
		if m.blurred {
			m.blurred = false
			return m.reload()
		}
	case laterMsg:
		return m.after(m.wait(msg.delay), msg.msg)
	case quitDelayedMsg:
		m.delayQuit()
	case taker:
		return msg.take(m)
	default:
		return m.host.receive(msg)
	}
	return nil
}

// say puts a message, which must be safe to draw, on the status line.
func (m *model) say(s string) { m.status = s }

func (m *model) tooSmall() bool { return m.width < minWidth || m.height < minHeight }

// reload reads again what is on the screen.
func (m *model) reload() tea.Cmd { return m.host.receive(reloadMsg{}) }

// abandon drops a plan that is on its way: it is no longer wanted.
func (m *model) abandon() { m.generation++ }

func (m *model) quit() tea.Cmd { return tea.Quit }

func (m *model) suspend() tea.Cmd { return tea.Suspend }

// busy reports whether something must end before the program may.
func (m *model) busy() bool { return len(m.works) > 0 }

// hold keeps the program alive until a work has ended.
func (m *model) hold(w *work) { m.works = append(m.works, w) }

// release ends a work. It reports whether the program is to end: then nothing else
// follows, and an error is told of behind the screens.
func (m *model) release(w *work, err error) (quits bool) {
	m.works = slices.DeleteFunc(m.works, func(other *work) bool { return other == w })
	if m.quitting && err != nil {
		m.failure = err
	}
	return m.quitting
}

// writing reports whether a work is under way that is always finished.
func (m *model) writing() bool {
	return slices.ContainsFunc(m.works, func(w *work) bool { return w.stop == nil })
}

// delayQuit quits as soon as a change is written, and nothing runs any more that was
// started to look at something.
func (m *model) delayQuit() {
	m.quitting = true
	first := m.works[0]
	for _, w := range m.works {
		if w.stop == nil {
			first = w
		} else {
			w.stop()
		}
	}
	m.say("quitting when " + first.until)
}

// refuse says why nothing is changed. The keys that lead here are not offered.
func (m *model) refuse() tea.Cmd {
	m.say(readOnlyText)
	return nil
}

const readOnlyText = "read-only: nothing can be changed here"
