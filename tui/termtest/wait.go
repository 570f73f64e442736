package termtest

import (
	"strings"
	"time"
)

// Done returns a channel that is closed as soon as Wait would return.
func (term *Terminal) Done() <-chan struct{} { return term.drained }

// WaitFor waits until ok is true for the screen, and returns the screen. If the
// deadline passes or the program ends before, it fails the test with desc and
// the screen.
func (term *Terminal) WaitFor(desc string, ok func(screen string) bool) string {
	term.t.Helper()
	deadline := time.NewTimer(term.timeout)
	defer deadline.Stop()
	drained := term.drained
	for ended := false; ; {
		term.mu.Lock()
		screen, changed := term.screen, term.changed
		term.mu.Unlock()
		if ok(screen) {
			return screen
		}
		if ended {
			term.t.Fatalf("wait for %s: the program ended with code %d\n%s",
				desc, term.cmd.ProcessState.ExitCode(), framed(screen))
		}
		select {
		case <-changed:
		case <-drained:
			ended = true
		case <-deadline.C:
			term.t.Fatalf("wait for %s: nothing after %v\n%s", desc, term.timeout, framed(screen))
		}
	}
}

// WaitText waits until text is on the screen, within one row.
func (term *Terminal) WaitText(text string) string {
	term.t.Helper()
	return term.WaitFor("text "+quote(text), func(screen string) bool {
		return strings.Contains(screen, text)
	})
}

// WaitGone waits until text is no longer on the screen.
func (term *Terminal) WaitGone(text string) string {
	term.t.Helper()
	return term.WaitFor(quote(text)+" to go", func(screen string) bool {
		return !strings.Contains(screen, text)
	})
}

// Wait waits until the program has ended and all its output is on the screen,
// and returns its exit code, or -1 if a signal killed it.
func (term *Terminal) Wait() int {
	term.t.Helper()
	deadline := time.NewTimer(term.timeout)
	defer deadline.Stop()
	select {
	case <-term.drained:
	case <-deadline.C:
		term.t.Fatalf("wait for the end of the program: it still runs after %v\n%s", term.timeout, framed(term.Screen()))
	}
	return term.cmd.ProcessState.ExitCode()
}

func quote(s string) string { return "\"" + s + "\"" }

// framed returns the screen for a message: with a bar before every row, and
// without the empty rows at the end.
func framed(screen string) string {
	return "  | " + strings.ReplaceAll(strings.TrimRight(screen, "\n"), "\n", "\n  | ")
}
