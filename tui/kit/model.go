package kit

import (
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Below this size the screens would mislead.
const (
	MinWidth  = 40
	minHeight = 10
)

// A Model is the state of the screen: layers over a place, the last message, and the work that must
// end before the program may. Key functions call its methods. It sends messages that it does not
// know to its host.
type Model struct {
	stack
	frame
	runningWork

	Home     string // the home directory, which is written as "~"
	ReadOnly bool   // whether nothing may be changed
	Now      func() time.Time

	Getenv    func(string) string // for the variables that name the person's editor
	InSession bool                // Claude Code has started this program, so its keys may be the model's
	Exec      func(*exec.Cmd, tea.ExecCallback) tea.Cmd
	Copy      func(string) tea.Cmd // to the clipboard

	blurred bool // whether the terminal lacks the focus
	After   func(time.Duration, tea.Msg) tea.Cmd
}

// A host is the program around the layers: it has the places, and receives messages of layers.
type host interface {
	// Base returns the place below all layers.
	Base() *Shown
	// Receive takes a message that a layer has sent or a command has returned.
	Receive(tea.Msg) tea.Cmd
	// Bar draws the line above the frame, with the columns of the places; Choose opens one.
	Bar() (string, []Zone)
	Choose(zone int) tea.Cmd
	// Crumbs names the place; Remark returns a remark for all places.
	Crumbs() []string
	Remark() string
	// Keys returns the keys of the whole program: those before the layer's keys, and those after.
	Keys() (first, last []Binding)
}

type (
	// quitDelayedMsg is sent instead of a quit that has to wait.
	quitDelayedMsg struct{}
	// laterMsg asks for a message after some time.
	laterMsg struct {
		delay time.Duration
		msg   tea.Msg
	}
	// GoMsg asks for another place, by its name.
	GoMsg struct{ Place string }
	// ReloadMsg asks for everything on the screen to be read again.
	ReloadMsg struct{}
)

// A taker is a message that knows its recipient.
type taker interface {
	Take(*Model) tea.Cmd
}

// Later asks for a message after some time.
func Later(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return laterMsg{d, msg} }
}

// After sends a message after some time.
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// Update dispatches a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if still(msg) {
		return m.Send(msg)
	}
	m.Changed()
	said := m.said
	cmd := m.Send(msg)
	for m.due() {
		key, rest := m.held[0], m.held[1:]
		m.held = nil // it does not wait for itself
		cmd = tea.Batch(cmd, m.Press(key))
		m.held = rest
	}
	cmd = tea.Batch(cmd, glance(m))
	measure(m)
	m.ClampScroll()
	if m.said == said || m.Status == "" {
		return cmd
	}
	return tea.Batch(cmd, m.After(messageTime, messageOverMsg{m.said}))
}

// Send takes a message at once, so that a key's effect is on the screen before the next key.
func (m *Model) Send(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.Width, m.Height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return m.Press(msg)
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
			return m.Reload()
		}
	case laterMsg:
		return m.After(m.Wait(msg.delay), msg.msg)
	case quitDelayedMsg:
		m.Say(m.delay())
	case taker:
		return msg.Take(m)
	default:
		return m.Host.Receive(msg)
	}
	return nil
}

// Reload reads the data on the screen again.
func (m *Model) Reload() tea.Cmd { return m.Host.Receive(ReloadMsg{}) }

// Quit returns the key function that ends the program.
func (m *Model) Quit() tea.Cmd { return tea.Quit }

// Refuse says that nothing can be changed. Read-only screens do not list the keys that lead here.
func (m *Model) Refuse() tea.Cmd {
	m.Say(ReadOnlyText)
	return nil
}

const ReadOnlyText = "read-only: nothing can be changed here"

// Going leads to another place or page, and leaves the layers over this place.
func Going(place string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.ToPlace()
		return m.Send(GoMsg{Place: place})
	}
}

// visiting leads to a page over this place. Pages below stay if they can be read again when the
// person comes back, except the doctor's, whose examination ends.
func visiting(page string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		n := 0
		for ; n < len(m.Layers); n++ {
			l, ok := m.Layers[n].Layer.(interface {
				Crumb() string
				Again(*Model) tea.Cmd
			})
			if !ok || l.Crumb() == page || l.Crumb() == DoctorCrumb {
				break
			}
		}
		below := m.Layers[:n]
		m.ToPlace()
		m.Layers = below
		return m.Send(GoMsg{Place: page})
	}
}
