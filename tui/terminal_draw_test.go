package tui

import (
	"io"
	"math/rand/v2"
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
}

func (e emulated) MakeRaw() (*term.State, error) { return nil, nil }
func (e emulated) Restore() error                { return nil }
func (e emulated) Write(p []byte) (int, error)   { return e.Emulator.Write(p) }
func (e emulated) Read([]byte) (int, error)      { panic("nobody reads") }
func (e emulated) Close() error                  { return nil }

func emulate(width, height int) *terminal {
	o := Options{Environ: []string{"TERM=xterm-256color", "TERM_PROGRAM=Apple_Terminal"}}
	t := newTerminal(o)
	shown := vt.NewEmulator(width, height)
	go func() { _, _ = io.Copy(io.Discard, shown) }() // its answers
	t.Console = emulated{t.Console, shown}
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
