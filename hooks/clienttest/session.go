package clienttest

import (
	"fmt"
	"strings"
	"time"

	"neverask/tui/termtest"
)

const (
	width, height = 150, 50

	// promptMark stands before what the user types.
	promptMark = "\u276f"

	// dialogFooter ends every dialog that asks questions.
	dialogFooter = "Esc to cancel"

	// deadTime is how long a dialog that has just appeared is left alone.
	// Claude Code 2.1.329 ignores enter, digits and left/right for about a
	// fifth of a second then, so that what was typed before does not answer
	// by accident. Load can only make this longer, which does no harm.
	deadTime = time.Second

	// secondPress is how long to wait for the end of the client before asking
	// for it anew: the time it gives for the second key may be over before it
	// gets that key.
	secondPress = 10 * time.Second
)

// Session is an interactive session of the client. Its terminal can be read
// and typed into directly.
type Session struct {
	*termtest.Terminal
	lab *Lab
}

// Interactive starts the client in a terminal of 150 by 50 cells, and waits
// until it is ready for a prompt.
func (lab *Lab) Interactive(args ...string) *Session {
	lab.t.Helper()
	term := termtest.Start(lab.t, lab.Command(args...), width, height,
		termtest.StartWith(lab.Start), termtest.Timeout(patience))
	term.WaitText(promptMark)
	return &Session{term, lab}
}

// Prompt types a prompt and sends it, and waits until the API has got it. The
// prompt must fit into a line.
func (s *Session) Prompt(text string) {
	s.lab.t.Helper()
	before := mainCount(s.lab.Requests())
	s.Type(text)
	// Text and enter in one read would be a paste.
	s.WaitFor("the prompt to be typed", func(screen string) bool {
		return strings.Contains(strings.ReplaceAll(screen, "\u00a0", " "), promptMark+" "+text)
	})
	s.Key("enter")
	s.lab.wait("the prompt to reach the API", s.Done(), func(requests []Request) bool {
		return mainCount(requests) > before
	}, s.Screen)
}

// WaitDialog waits until the dialog that asks the question is shown and
// listens to keys, and returns the screen. Only the first dialog of a call
// needs it: between the questions of one call the client is never deaf.
func (s *Session) WaitDialog(question string) string {
	s.lab.t.Helper()
	screen := s.WaitFor("the dialog "+question, func(screen string) bool {
		_, after, found := strings.Cut(screen, question)
		return found && strings.Contains(after, dialogFooter)
	})
	time.Sleep(deadTime)
	return screen
}

// WaitToolResult waits until the client has sent n tool results to the API,
// counted over the life of the lab, and returns the last one.
func (s *Session) WaitToolResult(n int) ToolResult {
	s.lab.t.Helper()
	var results []ToolResult
	s.lab.wait(fmt.Sprintf("tool result %d", n), s.Done(), func(requests []Request) bool {
		results = toolResults(requests)
		return len(results) >= n
	}, s.Screen)
	return results[n-1]
}

func mainCount(requests []Request) (n int) {
	for _, r := range requests {
		if r.Main {
			n++
		}
	}
	return n
}

// Quit ends the session with the keys that a person uses, and returns the
// client's exit code.
func (s *Session) Quit() int {
	s.lab.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		// The first one cancels what is going on and says that a second one,
		// if it comes soon, is the end.
		s.Key("ctrl+c")
		s.WaitFor("the client to offer its end", func(screen string) bool {
			return strings.Contains(screen, "again to exit") || s.ended()
		})
		s.Key("ctrl+c")
		select {
		case <-s.Done():
			return s.Wait()
		case <-time.After(secondPress):
		}
	}
	s.lab.t.Fatalf("the client does not end\n%s", s.Screen())
	return -1
}

func (s *Session) ended() bool {
	select {
	case <-s.Done():
		return true
	default:
		return false
	}
}
