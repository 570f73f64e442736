package tui

import (
	"bytes"
	"image/color"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
)

// emulated is a console whose output an emulator shows.
type emulated struct {
	uv.Console
	*vt.Emulator
	written *bytes.Buffer
}

func (e emulated) MakeRaw() (*term.State, error)  { return nil, nil }
func (e emulated) Restore() error                 { return nil }
func (e emulated) GetSize() (w, h int, err error) { return e.Width(), e.Height(), nil }
func (e emulated) Write(p []byte) (int, error) {
	e.written.Write(p)
	return e.Emulator.Write(p)
}
func (e emulated) Read([]byte) (int, error) { panic("nobody reads") }
func (e emulated) Close() error             { return nil }

func emulate(width, height int) *terminal {
	o := Options{Environ: []string{"TERM=xterm-256color", "TERM_PROGRAM=Apple_Terminal"}}
	t := newTerminal(o)
	shown := vt.NewEmulator(width, height)
	go func() { _, _ = io.Copy(io.Discard, shown) }() // its answers
	t.Console = emulated{t.Console, shown, new(bytes.Buffer)}
	_ = t.enter()
	t.resize(width, height)
	return t
}

// see shows a view, and draws if there is something to draw.
func (t *terminal) see(view tea.View) {
	t.show(view)
	select {
	case <-t.changed:
		t.draw()
	default:
	}
}

func (t *terminal) text() string { return t.Console.(emulated).String() }

// wrote returns what was written since the last call.
func (t *terminal) wrote() string {
	b := t.Console.(emulated).written
	defer b.Reset()
	return b.String()
}

// gives checks that what was written since the last call has all these texts.
func (t *terminal) gives(tb testing.TB, texts ...string) {
	tb.Helper()
	got := t.wrote()
	for _, text := range texts {
		if !strings.Contains(got, text) {
			tb.Errorf("%q lacks %q", got, text)
		}
	}
}

const alternate, normal = "\x1b[?1049h", "\x1b[?1049l"

// TestTerminalIsLent: a suspended program and an editor find the shell's screen; afterwards the program learns the size.
func TestTerminalIsLent(t *testing.T) {
	drawn := emulate(20, 6)
	sizes := make(chan tea.Msg, 1)
	drawn.send = func(msg tea.Msg) { sizes <- msg }
	drawn.wrote()
	resized := func() {
		t.Helper()
		if got := <-sizes; got != (tea.WindowSizeMsg{Width: 20, Height: 6}) {
			t.Errorf("the size is %v", got)
		}
	}
	if got := drawn.suspended(tea.SuspendMsg{}); got != (tea.SuspendMsg{}) {
		t.Errorf("suspending became %v", got)
	}
	drawn.gives(t, normal)
	drawn.see(tea.NewView("unseen"))
	if got := drawn.wrote(); got != "" {
		t.Errorf("while suspended: %q", got)
	}
	drawn.suspended(tea.ResumeMsg{})
	drawn.gives(t, alternate)
	resized()

	var during string
	cmd := exec.Command("/bin/sh", "-c", "cat")
	b := &borrower{cmd, drawn}
	b.SetStdin(lookingReader(func() { during = drawn.wrote() }))
	b.SetStdout(io.Discard)
	b.SetStderr(io.Discard)
	if err := b.Run(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(during, normal) || strings.Contains(during, alternate) {
		t.Errorf("the editor began with %q", during)
	}
	drawn.gives(t, alternate)
	resized()
}

// lookingReader calls a function when it is first read, and is empty.
type lookingReader func()

func (r lookingReader) Read([]byte) (int, error) {
	r()
	return 0, io.EOF
}

// TestTerminalLearns what the terminal says that it can do.
func TestTerminalLearns(t *testing.T) {
	drawn := emulate(20, 6)
	drawn.see(tea.NewView("one"))
	drawn.wrote()
	drawn.learn(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
	drawn.see(tea.NewView("two"))
	drawn.gives(t, ansi.SetModeSynchronizedOutput, "two", ansi.ResetModeSynchronizedOutput)
	drawn.learn(tea.ModeReportMsg{Mode: ansi.ModeUnicodeCore, Value: ansi.ModeReset})
	drawn.gives(t, ansi.SetModeUnicodeCore)
	drawn.resize(30, 6)
	drawn.see(tea.NewView("👩‍👩‍👧|"))
	if got := drawn.cells.CellAt(2, 0).Content; got != "|" {
		t.Errorf("a family takes more than two columns: %q", got)
	}
	_ = drawn.leave()
	drawn.gives(t, ansi.ResetModeUnicodeCore, normal)
}

// TestTerminalGetsItsColoursBack when the screens end, and loses them when they begin again.
func TestTerminalGetsItsColoursBack(t *testing.T) {
	drawn := emulate(20, 6)
	view := tea.NewView("blue")
	view.BackgroundColor, view.ForegroundColor = color.RGBA{B: 0x80, A: 0xff}, color.White
	for range 2 {
		drawn.see(view)
		drawn.gives(t, ansi.SetBackgroundColor("#000080"), ansi.SetForegroundColor("#ffffff"))
		_ = drawn.leave()
		drawn.gives(t, ansi.ResetBackgroundColor, ansi.ResetForegroundColor)
		_ = drawn.enter()
	}
}

// TestTerminalIsAskedWhatItCan, unless it may show the question.
func TestTerminalIsAskedWhatItCan(t *testing.T) {
	for _, c := range []struct {
		environ string
		asked   bool
	}{{"TERM_PROGRAM=iTerm.app", true}, {"TERM_PROGRAM=Apple_Terminal", false}, {"SSH_TTY=/dev/pts/1", false}} {
		drawn := &terminal{environ: uv.Environ{c.environ}}
		if got := drawn.queries() != ""; got != c.asked {
			t.Errorf("%s: asked %v", c.environ, got)
		}
	}
}

// TestTerminalIsGivenBackInAPanic: before the panic is reported.
func TestTerminalIsGivenBackInAPanic(t *testing.T) {
	drawn := drawn{terminal: emulate(20, 6)}
	drawn.terminal.wrote()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
		drawn.terminal.gives(t, normal)
	}()
	drawn.View() // of no shell
}

// TestDrawnChangesAddUp: whatever was shown before, and however the size has changed, the terminal shows the view as if
// it was the first.
func TestDrawnChangesAddUp(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		width, height := 20, 6
		drawn, view := emulate(width, height), randomView(r, width, height)
		for range 12 {
			drawn.see(view)
			switch r.IntN(6) {
			case 0:
				width, height = 5+r.IntN(40), 2+r.IntN(12)
				drawn.Console.(emulated).Resize(width, height)
				_, _ = drawn.Write([]byte("\x1b[Hbroken otherwise\r\nby the terminal"))
				drawn.resize(width, height)
			case 1: // an editor had the terminal
				_ = drawn.leave()
				_ = drawn.enter()
			case 2: // nothing changes
			default:
				view = randomView(r, width, height)
			}
		}
		drawn.see(view)
		fresh := emulate(width, height)
		fresh.see(view)
		if got, want := drawn.text(), fresh.text(); got != want {
			t.Fatalf("seed %d, %dx%d:\n%s\nwant\n%s", seed, width, height, got, want)
		}
	}
}

func randomView(r *rand.Rand, width, height int) tea.View {
	words := []string{"rule", "漢字", "é", "e\u0301", "\x1b[1mbold\x1b[m", "\x1b[38;5;42mgreen\x1b[m", "▸", "│", " ", "    ", "👍", "ﬁ"}
	lines := make([]string, height)
	for y := range lines {
		for range r.IntN(8) {
			lines[y] += words[r.IntN(len(words))]
		}
		lines[y] = ansi.Truncate(lines[y], width, "…")
	}
	return tea.NewView(strings.Join(lines, "\n"))
}
