//go:build unix

package tui_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSuspend: after ctrl+z the terminal is as before the program, and afterwards the screens are back, at another size.
func TestSuspend(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	term := p.start(80, 24)
	term.WaitText("Install neverask")
	term.Key("2")
	term.WaitText("Rules ")
	term.Key("ctrl+z")
	term.WaitGone("neverask")
	within(t, term.ModesRestored)
	restored(t, term)
	term.Resize(100, 30)
	within(t, func() bool { // it may not yet wait for the signal
		term.Signal(syscall.SIGCONT)
		return strings.Contains(term.Screen(), "╰"+strings.Repeat("─", 98)+"╯")
	})
	term.Key("1")
	term.WaitText("Install neverask")
	leave(t, term, "ctrl+c")
}

// within waits until something is so.
func within(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not within a minute")
		}
	}
}
