//go:build unix

package tui_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
	"neverask/tui"
	"neverask/tui/termtest"
)

// TestTerminalIsRestored quits in every possible way, on terminals of several kinds and
// sizes, a third of which take their turn each day.
func TestTerminalIsRestored(t *testing.T) {
	ways := map[string]func(*termtest.Terminal){
		"q":       func(term *termtest.Terminal) { term.Key("q", "q") },
		"ctrl+c":  func(term *termtest.Terminal) { term.Key("ctrl+c") },
		"SIGTERM": func(term *termtest.Terminal) { term.Signal(syscall.SIGTERM) },
		"SIGHUP":  func(term *termtest.Terminal) { term.Signal(syscall.SIGHUP) },
		"SIGINT":  func(term *termtest.Terminal) { term.Signal(syscall.SIGINT) },
	}
	kinds := []string{"xterm", "screen", "linux"}
	for i, size := range [][2]int{{48, 12}, {80, 24}, {200, 60}} {
		for n, name := range slices.Sorted(maps.Keys(ways)) {
			leave, kind := ways[name], kinds[n%len(kinds)]
			if !clienttest.Part(i+n, 3) {
				continue
			}
			t.Run(fmt.Sprintf("%s, %s, %d columns", name, kind, size[0]), func(t *testing.T) {
				t.Parallel()
				p := newPerson(t, before)
				p.env = append(p.env, "TERM="+kind)
				term := p.start(size[0], size[1])
				term.WaitText("Install neverask")
				term.Key("i")
				term.WaitText("Where should")
				leave(term)
				term.Wait()
				restored(t, term)
				if p.content() != before {
					t.Error("leaving has changed the settings")
				}
			})
		}
	}
}

// TestDumbTerminal: a terminal that cannot draw gets plain lines without escape
// sequences.
func TestDumbTerminal(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	cmd := exec.Command("/usr/bin/env", "TERM=dumb", p.bin)
	cmd.Dir, cmd.Env = p.home, p.env
	term := termtest.Start(t, cmd, 60, 40)
	term.WaitText("neverask help")
	if code := term.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if raw := term.Raw(); bytes.ContainsAny(raw, "\x1b\x07\b") {
		t.Errorf("control characters on a dumb terminal: %q", raw)
	}
	for line := range strings.Lines(string(term.Raw())) { // the terminal itself would break words
		if n := len([]rune(strings.TrimSpace(line))); n > 60 && strings.Contains(line, " ") {
			t.Errorf("a line of %d columns on 60: %q", n, line)
		}
	}
	if !term.ModesRestored() {
		t.Error("the modes of the terminal are not as before")
	}
}

// screensThatPanic names the variable that makes the test binary show screens, and says
// where they panic.
const screensThatPanic = "NEVERASK_TEST_PANIC"

// TestPanicRestoresTheTerminal panics while the screens are shown: in another goroutine, in an
// effect, and while drawing.
func TestPanicRestoresTheTerminal(t *testing.T) {
	if where := os.Getenv(screensThatPanic); where != "" {
		fmt.Println("ended:", tui.RunPanicking(t, where))
		os.Exit(3)
	}
	for _, where := range []string{"effect", "screen"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			exe, err := os.Executable()
			musttest.Do(t, err)
			cmd := exec.Command(exe, "-test.run=^TestPanicRestoresTheTerminal$")
			cmd.Env = append(os.Environ(), screensThatPanic+"="+where, "TERM=xterm-256color")
			term := termtest.Start(t, cmd, 80, 24)
			term.WaitText("Install neverask")
			term.Key("i")
			term.WaitText("Where should")
			term.Key("enter")
			// A screen looks at the clock when it is drawn next.
			if code := term.Wait(); code == 0 {
				t.Error("the exit code is 0")
			}
			// The value of the panic may not be printed before the program ends.
			if raw := string(term.Raw()); !strings.Contains(raw, tea.ErrProgramPanic.Error()) {
				t.Errorf("no panic:\n%s", raw)
			}
			restored(t, term)
		})
	}
}
