package clienttest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"neverask/tui/termtest"
)

const (
	width, height = 150, 50

	// promptMark precedes what the user types.
	promptMark = "\u276f"

	// dialogFooter ends every dialog that asks questions.
	dialogFooter = "Esc to cancel"

	// endOffer is on the screen between the two keys that end the client.
	endOffer = "again to exit"

	// deadTime is how long a dialog that has just appeared is left alone.
	// Claude Code 2.1.329 ignores enter, digits and left/right for about a
	// fifth of a second then, so that what was typed before does not answer
	// by accident. Load can only make this longer, which does no harm.
	deadTime = time.Second / 2

	// againTime is how long to wait for the effect of a key.
	againTime = 5 * time.Second

	// The phases of ending a session. Claude Code 2.1.329 answers a first ctrl+c with an offer
	// to end that lasts 0.8 s, unless it interprets the key otherwise: then there is no offer,
	// and the key is sent again.
	offerTime = time.Second     // for the offer to appear
	endTime   = 3 * time.Second // for the end after the second key, until keys are tried again
)

// Session is an interactive session of the client. Its terminal can be read
// and typed into directly.
type Session struct {
	*termtest.Terminal
	lab     *Lab
	process *os.Process

	keysTime, signalTime time.Duration // how long keys are tried to end it, and then each signal
}

// Interactive starts the client in a terminal of 150 by 50 cells, and waits
// until it is ready for a prompt.
func (lab *Lab) Interactive(args ...string) *Session {
	lab.t.Helper()
	s := lab.session(lab.Command(args...))
	s.WaitText(promptMark)
	return s
}

// session starts a command in a terminal.
func (lab *Lab) session(cmd *exec.Cmd) *Session {
	lab.t.Helper()
	term := termtest.Start(lab.t, cmd, width, height, termtest.StartWith(lab.Start), termtest.Timeout(patience))
	return &Session{term, lab, cmd.Process, patience, patience}
}

// Prompt types and sends a prompt, and waits until the API has received it. The prompt must
// fit on a line.
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

// WaitDialog waits until the dialog that asks the question is shown and reacts to keys, and
// returns the screen. Only the first dialog of a call needs it: between the questions of one
// call the client always reacts.
func (s *Session) WaitDialog(question string) string {
	s.lab.t.Helper()
	screen := s.WaitFor("the dialog "+question, func(screen string) bool {
		_, after, found := strings.Cut(screen, question)
		return found && strings.Contains(after, dialogFooter)
	})
	time.Sleep(deadTime)
	return screen
}

// Press presses a key until it has an effect: a dialog ignores keys at first, and a menu that
// is opening takes the key for itself.
func (s *Session) Press(key, what string, came func() bool) {
	s.lab.t.Helper()
	time.Sleep(deadTime)
	for deadline := time.Now().Add(patience); ; {
		s.Key(key)
		if s.within(againTime, came) {
			return
		}
		if s.ended() || time.Now().After(deadline) {
			s.lab.t.Fatalf("no %s after pressing %s:\n%s", what, key, s.Screen())
		}
	}
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

// Quit ends the session with the keys that a user would press, and returns the client's exit
// code. A client that ignores them is ended by signals, with a note in the test's log.
func (s *Session) Quit() int {
	s.lab.t.Helper()
	byKeys := time.Now().Add(s.keysTime)
	for !s.ended() && time.Now().Before(byKeys) {
		if s.shows(dialogFooter) {
			s.Key("esc") // a question dialog ignores ctrl+c
		} else {
			s.Key("ctrl+c")
		}
		if s.within(offerTime, func() bool { return s.shows(endOffer) }) {
			s.Key("ctrl+c")
			s.within(min(endTime, time.Until(byKeys)), s.ended)
		}
	}
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Kill} {
		if s.ended() {
			break
		}
		s.lab.t.Logf("the client ignores its keys, so it gets the signal %v\n%s", sig, strings.TrimRight(s.Screen(), "\n"))
		// It may have ended by itself by now.
		if err := s.process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
			s.lab.t.Fatal(err)
		}
		s.within(s.signalTime, s.ended)
	}
	return s.Wait()
}

// shows reports whether a text is on the screen.
func (s *Session) shows(text string) bool { return strings.Contains(s.Screen(), text) }

func (s *Session) ended() bool {
	select {
	case <-s.Done():
		return true
	default:
		return false
	}
}

// within reports whether something becomes true in time.
func (s *Session) within(limit time.Duration, ok func() bool) bool {
	for deadline := time.Now().Add(limit); ; time.Sleep(10 * time.Millisecond) {
		if ok() {
			return true
		}
		if s.ended() || time.Now().After(deadline) {
			return false
		}
	}
}
