package termtest

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

const (
	defaultTimeout = 60 * time.Second

	// rawLimit is the maximum number of bytes that Raw keeps.
	rawLimit = 8 << 20

	// strayTimeout bounds the wait for output after the program has ended
	// while a descendant still keeps the terminal open.
	strayTimeout = 5 * time.Second
)

// Terminal is a program that runs in a pseudo-terminal, and the screen that
// it draws.
type Terminal struct {
	t       testing.TB
	cmd     *exec.Cmd
	pty     *os.File
	timeout time.Duration
	start   func(*exec.Cmd) error
	input   *queue
	modes   string        // of the line discipline before the program started
	exited  chan struct{} // closed when the program has ended
	drained chan struct{} // closed when its output was drawn, too

	mu      sync.Mutex
	emu     *vt.Emulator
	guard   stringFilter
	kitty   [2]kittyFlags // of the main and the alternate screen
	synced  bool          // the program is in the middle of a frame
	screen  string        // the last whole frame
	shown   time.Time     // since when
	changed chan struct{} // closed and replaced when screen changes
	raw     []byte
}

// Option changes how [Start] starts a program.
type Option func(*Terminal)

// StartWith makes Start call start instead of the command's own Start
// method, for example to start a program from a certain operating system
// thread.
func StartWith(start func(*exec.Cmd) error) Option {
	return func(term *Terminal) { term.start = start }
}

// Timeout sets the deadline of every wait; the default is one minute.
func Timeout(d time.Duration) Option {
	return func(term *Terminal) { term.timeout = d }
}

// Start runs cmd in a new pseudo-terminal of the given size in cells. The
// program becomes the leader of a session and of a process group of its own;
// when it ends, or when the test ends, the whole group is killed. cmd's Env is
// left alone (nil: the environment of the test), except that TERM is set to
// "xterm-256color" when the environment does not name a terminal.
func Start(t testing.TB, cmd *exec.Cmd, width, height int, opts ...Option) *Terminal {
	t.Helper()
	term := newTerminal(t, cmd, width, height, opts...)
	setTerm(cmd)
	tty := term.open(width, height)
	term.modes = modes(term.pty)
	err := term.start(cmd)
	tty.Close()
	if err != nil {
		term.pty.Close()
		t.Fatalf("start %s in a terminal: %v", cmd.Path, err)
	}
	term.run()
	return term
}

func newTerminal(t testing.TB, cmd *exec.Cmd, width, height int, opts ...Option) *Terminal {
	term := &Terminal{
		t:       t,
		cmd:     cmd,
		timeout: defaultTimeout,
		start:   (*exec.Cmd).Start,
		input:   newQueue(),
		exited:  make(chan struct{}),
		drained: make(chan struct{}),
		emu:     vt.NewEmulator(width, height),
		changed: make(chan struct{}),
	}
	term.answerQueries()
	for _, opt := range opts {
		opt(term)
	}
	term.screen = rows(term.emu)
	return term
}

func setTerm(cmd *exec.Cmd) {
	for _, kv := range cmd.Environ() {
		if v, ok := strings.CutPrefix(kv, "TERM="); ok && v != "" && v != "dumb" {
			return
		}
	}
	cmd.Env = append(cmd.Environ(), "TERM=xterm-256color")
}

// run starts the goroutines that serve the program, and arranges for their
// end: draw (program to screen), answer (screen to input, the replies to
// queries), feed (input to program) and reap.
func (term *Terminal) run() {
	var serving sync.WaitGroup
	drawn := make(chan struct{})
	serving.Go(func() { term.draw(); close(drawn) })
	serving.Go(func() { _, _ = io.Copy(term.input, term.emu) })
	serving.Go(func() { term.input.feed(term.pty) })
	serving.Go(func() {
		// The error only repeats the exit code, which Wait reads.
		_ = term.cmd.Wait()
		killGroup(term.cmd)
		close(term.exited)
		// A descendant in a group of its own may still hold the terminal.
		// Do not wait for its output forever.
		_ = term.pty.SetReadDeadline(time.Now().Add(strayTimeout))
		<-drawn
		close(term.drained)
	})
	term.t.Cleanup(func() {
		select {
		case <-term.exited:
			// The ID of the group may be in use by others by now.
		default:
			killGroup(term.cmd)
			<-term.exited
		}
		term.pty.Close()
		term.input.close()
		// Closing the emulator itself would race with the reader of its
		// replies; closing the pipe between the two does not.
		term.emu.InputPipe().(io.Closer).Close()
		serving.Wait()
	})
}

// draw feeds the program's output to the emulator until there is no more.
func (term *Terminal) draw() {
	buf := make([]byte, 64<<10)
	for {
		n, err := term.pty.Read(buf)
		term.show(buf[:n])
		if err != nil {
			// On Linux the master's end reads EIO once nobody holds the
			// other end.
			term.mu.Lock()
			term.refresh()
			term.mu.Unlock()
			return
		}
	}
}

// show draws some output and remembers it.
func (term *Terminal) show(p []byte) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.raw = appendTail(term.raw, p, rawLimit)
	_, _ = term.emu.Write(term.guard.clean(p))
	if !term.synced {
		term.refresh()
	}
}

// appendTail appends p and drops what exceeds limit from the front.
func appendTail(b, p []byte, limit int) []byte {
	b = append(b, p...)
	if over := len(b) - limit; over > 0 {
		b = append(b[:0], b[over:]...)
	}
	return b
}

// refresh copies the emulator's screen, and wakes the waits if it has changed;
// the caller holds the lock.
func (term *Terminal) refresh() {
	screen := rows(term.emu)
	if screen == term.screen {
		return
	}
	term.screen, term.shown = screen, time.Now()
	close(term.changed)
	term.changed = make(chan struct{})
}

// rows returns the emulator's screen as text.
func rows(emu *vt.Emulator) string {
	var b strings.Builder
	for y := range emu.Height() {
		if y > 0 {
			b.WriteByte('\n')
		}
		var row strings.Builder
		for x := range emu.Width() {
			switch cell := emu.CellAt(x, y); {
			case cell == nil || cell.Width > 0 && cell.Content == "":
				row.WriteByte(' ')
			default:
				// The cells that a wide character covers have no width and
				// no content.
				row.WriteString(cell.Content)
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
	}
	return b.String()
}

// Screen returns the screen as plain text: exactly as many rows as the
// terminal has, separated by newlines, without trailing blanks.
func (term *Terminal) Screen() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.screen
}

// Styled returns the screen with its colours and attributes as escape
// sequences.
func (term *Terminal) Styled() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.emu.Render()
}

// Raw returns a copy of all bytes that the program has printed so far, or of
// their last 8 MB.
func (term *Terminal) Raw() []byte {
	term.mu.Lock()
	defer term.mu.Unlock()
	return append([]byte(nil), term.raw...)
}

// Signal sends a signal to the program.
func (term *Terminal) Signal(sig os.Signal) {
	term.t.Helper()
	if err := term.cmd.Process.Signal(sig); err != nil {
		term.t.Fatalf("signal the program: %v", err)
	}
}

// Resize changes the size of the terminal, in cells, and tells the program.
func (term *Terminal) Resize(width, height int) {
	term.t.Helper()
	term.mu.Lock()
	term.emu.Resize(width, height)
	term.refresh()
	term.mu.Unlock()
	if err := setSize(term.pty, width, height); err != nil {
		term.t.Fatalf("resize the terminal: %v", err)
	}
}

// ModesRestored reports whether the terminal handles input lines, echo and
// signals as it did before the program started.
func (term *Terminal) ModesRestored() bool { return modes(term.pty) == term.modes }
