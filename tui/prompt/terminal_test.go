//go:build unix

package prompt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"neverask/settings/musttest"
	"neverask/tui/prompt"
	"neverask/tui/termtest"
)

// patience names the variable that makes the test binary a program that asks, and says how long
// it waits for each answer.
const patience = "NEVERASK_TEST_PATIENCE"

func TestMain(m *testing.M) {
	limit, err := time.ParseDuration(os.Getenv(patience))
	if err != nil {
		os.Exit(m.Run())
	}
	t, err := prompt.Open(os.Getenv)
	for _, q := range []prompt.Question{
		{Text: "Which color?", Options: []prompt.Option{{Label: "red"}, {Label: "blue", Description: "as the \x1b]0;title\a sea"}}, Other: true, Leave: "stops"},
		{Text: "Which days?", Options: []prompt.Option{{Label: "Mon"}, {Label: "Tue"}, {Label: "Wed"}}, Multi: true, Leave: "stops"},
	} {
		if err != nil {
			break
		}
		var labels []string
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		labels, err = t.Choose(ctx, q)
		cancel()
		fmt.Printf("chosen: %q\n", labels)
	}
	fmt.Println("ended:", err)
	if errors.Is(err, prompt.ErrInterrupted) {
		os.Exit(130)
	}
	os.Exit(0)
}

// asker returns a command that runs the test binary as a program that asks.
func asker(t *testing.T, limit time.Duration, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	musttest.Do(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color", "ACCESSIBLE=", patience+"="+limit.String()), env...)
	return cmd
}

// after checks what is left on a terminal.
func after(t *testing.T, term *termtest.Terminal, code int, want ...string) {
	t.Helper()
	if got := term.Wait(); got != code {
		t.Errorf("exit code %d", got)
	}
	screen, at := term.Screen(), 0
	if strings.Contains(screen, "up/down move") || strings.Contains(screen, "something else") {
		t.Errorf("a dialog is left:\n%s", screen)
	}
	for _, text := range want {
		i := strings.Index(screen[at:], text)
		if i < 0 {
			t.Fatalf("no %q, or not there:\n%s", text, screen)
		}
		at += i + len(text)
	}
	if !term.ModesRestored() {
		t.Error("the modes of the terminal are not as before")
	}
	raw := term.Raw()
	if bytes.Contains(raw, []byte("\x1b]0;")) || bytes.Contains(raw, []byte("\x1b[?1049h")) || bytes.Contains(raw, []byte("$p")) {
		t.Errorf("printed %q", raw)
	}
}

func TestDrawn(t *testing.T) {
	term := termtest.Start(t, asker(t, time.Minute), 80, 24)
	term.WaitText("something else")
	term.Key("down", "enter")
	term.WaitText("[ ] Wed")
	term.Key("space", "down", "down", "space", "enter")
	after(t, term, 0, "? Which color?  blue\n", `chosen: ["blue"]`, "? Which days?  Mon, Wed\n", `chosen: ["Mon" "Wed"]`, "ended: <nil>")
}

// TestPasted: control characters in pasted text neither choose nor leave.
func TestPasted(t *testing.T) {
	term := termtest.Start(t, asker(t, time.Minute), 80, 24)
	term.WaitText("something else")
	term.Key("3", "enter")
	term.WaitText("type it")
	term.Type("\x1b[200~green\r\x03 as\x1b[2Jgrass\x1b[201~")
	term.WaitText("grass_")
	term.Key("enter")
	term.WaitText("[ ] Wed")
	term.Key("esc")
	after(t, term, 0, "green", "grass\n", "? Which days?  (not answered)\n", "ended: the question was declined")
}

func TestInterrupted(t *testing.T) {
	term := termtest.Start(t, asker(t, time.Minute), 80, 24)
	term.WaitText("something else")
	term.Key("ctrl+c")
	after(t, term, 130, "? Which color?  (not answered)\n", "ended: interrupted")
}

func TestTakenBack(t *testing.T) {
	term := termtest.Start(t, asker(t, 100*time.Millisecond), 80, 24)
	after(t, term, 0, "? Which color?  (withdrawn)\n", "ended: context deadline exceeded")
}

// TestInLines: without drawing, questions are asked in lines.
func TestInLines(t *testing.T) {
	for _, env := range []string{"ACCESSIBLE=1", "TERM=dumb"} {
		cmd := asker(t, time.Minute)
		// The terminal of the tests gives a name to one that has none.
		cmd.Args, cmd.Path = []string{"env", env, cmd.Path}, "/usr/bin/env"
		term := termtest.Start(t, cmd, 40, 24)
		term.WaitText("stops:")
		term.Type("9\n")
		term.WaitText(`no option reads "9"`)
		term.Type("green\n")
		term.WaitText("Numbers with commas")
		term.Type("1,3\n")
		after(t, term, 0, "2. blue: as the", `chosen: ["green"]`, `chosen: ["Mon" "Wed"]`)
		if raw := term.Raw(); bytes.ContainsAny(raw, "\x1b\a\b") {
			t.Errorf("%s: control characters: %q", env, raw)
		}
	}
}

// TestSilentTerminal: the picker does not wait for a terminal that answers no queries; a terminal
// that goes away ends the question; one of unknown size is asked in lines.
func TestSilentTerminal(t *testing.T) {
	for _, kind := range []string{"silent", "gone", "of no size"} {
		gone, size := kind == "gone", pty.Winsize{Rows: 24, Cols: 80}
		first, keys := "something else", []string{"\r", "\x1b"}
		if kind == "of no size" {
			size, first, keys = pty.Winsize{}, "an empty line stops: ", []string{"1\n", "\n"}
		}
		cmd := asker(t, time.Minute)
		if gone {
			cmd.Path, cmd.Args = "/bin/sh", []string{"sh", "-c", `trap '' HUP; exec "$0"`, cmd.Path}
		}
		far, err := pty.StartWithSize(cmd, &size)
		musttest.Do(t, err)
		defer far.Close()
		begun := time.Now()
		var seen bytes.Buffer
		await := func(text string) {
			seen.Reset()
			t.Helper()
			for b := make([]byte, 4096); !bytes.Contains(seen.Bytes(), []byte(text)); {
				n, err := far.Read(b)
				if seen.Write(b[:n]); err != nil {
					t.Fatalf("%s: no %q in %.500q: %v", kind, text, seen.Bytes(), err)
				}
			}
		}
		await(first)
		if gone {
			far.Close()
		} else {
			for i, key := range keys {
				if _, err := far.WriteString(key); err != nil {
					t.Fatal(err)
				}
				await([]string{"stops", "ended: the question was declined"}[i])
			}
		}
		_ = cmd.Wait() // other tests check how it ends
		if took := time.Since(begun); took > 3*time.Second {
			t.Errorf("%s: it took %v", kind, took)
		}
	}
}
