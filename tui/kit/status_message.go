package kit

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// messageTime is how long a message stays, unless a key replaces it.
const messageTime = 10 * time.Second

// A messageOverMsg says that a message has stayed long enough.
type messageOverMsg struct{ said int }

// Take clears the message, unless there is a new one.
func (msg messageOverMsg) Take(m *Model) tea.Cmd {
	if msg.said == m.said {
		clearMessage(m)
	}
	return nil
}

// clearMessage clears the last message, unless it says what quitting waits for.
func clearMessage(m *Model) {
	if !m.Quitting {
		m.Say("")
	}
}

// Say puts a message, which must be safe to draw, on the status line. Messages are lower case and have no full stop. What
// was done begins with ✓ and the verb, "✓ saved “Run it?” · z to undo", what failed with ✗, and what happened elsewhere
// with ▲; hints and what is under way have no sign. The facts and then the next step follow, parted by " · ".
func (s *stack) Say(text string) {
	s.Status = text
	s.said++
}
