package tui

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// A terminal draws the screens with the library that Bubble Tea draws with, but only when something has changed, and
// then at once. Bubble Tea (2.1) looks for changes many times a second, so that an idle program takes about one per cent
// of a core, and a key waits for the next look.
type terminal struct {
	uv.Console
	environ uv.Environ
	colors  colorprofile.Profile
	send    func(tea.Msg)
	changed chan struct{} // holds a value if there may be something to draw

	mu       sync.Mutex
	ours     bool // whether the terminal shows the screens now, not a shell or an editor
	view     tea.View
	painted  tea.View // whose background and text colours the terminal has
	cells    uv.ScreenBuffer
	renderer *uv.TerminalRenderer
	out      bytes.Buffer // what the renderer has written
	atOnce   bool         // whether the terminal can show all changes of a drawing at once
	combines bool         // whether it measures combined characters as a whole
}

// frame is the least time between two drawings.
const frame = 8 * time.Millisecond

func newTerminal(o Options) *terminal {
	return &terminal{
		Console: uv.NewConsole(o.Input, o.Output, o.Environ), environ: o.Environ, colors: colors(o.Environ),
		changed: make(chan struct{}, 1),
	}
}

// Keys are asked for in the encodings of xterm and kitty, in which escape does not begin another key.
var (
	enterModes = ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable + ansi.SetModeBracketedPaste +
		ansi.SetModeFocusEvent + ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr +
		ansi.SetModifyOtherKeys2 + ansi.PushKittyKeyboard(1)
	leaveModes = ansi.PopKittyKeyboard(1) + ansi.ResetModifyOtherKeys +
		ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseExtSgr + ansi.ResetModeFocusEvent +
		ansi.ResetModeBracketedPaste + ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable
)

// enter takes the terminal, and asks for its background and what it can do.
func (t *terminal) enter() error {
	if _, err := t.MakeRaw(); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ours = true
	t.view = tea.View{}
	t.renderer = uv.NewTerminalRenderer(&t.out, t.environ)
	t.renderer.SetColorProfile(t.colors)
	t.renderer.SetFullscreen(true)
	t.renderer.SetScrollOptim(runtime.GOOS != "windows") // Windows Terminal would leave the cursor elsewhere
	t.renderer.Erase()
	t.write(enterModes + t.queries() + ansi.RequestBackgroundColor)
	return nil
}

// queries asks what the terminal can do, unless it may be one that would show the question.
func (t *terminal) queries() string {
	_, remote := t.environ.LookupEnv("SSH_TTY")
	if remote || strings.Contains(t.environ.Getenv("TERM_PROGRAM"), "Apple") {
		return ""
	}
	return ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore
}

// learn takes the terminal's answer to a query.
func (t *terminal) learn(answer tea.ModeReportMsg) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch answer.Mode {
	case ansi.ModeSynchronizedOutput:
		t.atOnce = answer.Value == ansi.ModeReset
	case ansi.ModeUnicodeCore:
		t.combines = answer.Value.IsSet() || answer.Value == ansi.ModeReset
		if t.combines && t.ours {
			t.write(ansi.SetModeUnicodeCore)
			t.cells.Method = ansi.GraphemeWidth
		}
	}
}

// reenter takes the terminal again, which may have another size now.
func (t *terminal) reenter() error {
	err := t.enter()
	go t.measure()
	return err
}

// measure reports the terminal's size to the program.
func (t *terminal) measure() {
	if width, height, err := t.GetSize(); err == nil {
		t.send(tea.WindowSizeMsg{Width: width, Height: height})
	}
}

// leave gives the terminal back as it was.
func (t *terminal) leave() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ours {
		return nil
	}
	t.ours = false
	t.out.Reset()
	t.paint(tea.View{})
	if t.combines {
		t.out.WriteString(ansi.ResetModeUnicodeCore)
	}
	t.write(t.out.String() + leaveModes)
	t.out.Reset()
	return t.Restore()
}

// resize takes the terminal's new size, after which everything is drawn again.
func (t *terminal) resize(width, height int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cells = uv.NewScreenBuffer(width, height)
	if t.combines {
		t.cells.Method = ansi.GraphemeWidth
	}
	t.renderer.Resize(width, height)
	t.renderer.Erase()
	t.view = tea.View{}
}

// show makes a view be drawn soon.
func (t *terminal) show(view tea.View) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if view.Content == t.view.Content && view.BackgroundColor == t.view.BackgroundColor &&
		view.ForegroundColor == t.view.ForegroundColor {
		return
	}
	t.view = view
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// follow draws what changes, and measures the terminal when its size has changed, until it is done.
func (t *terminal) follow(done <-chan struct{}) {
	resized := make(chan os.Signal, 1)
	uv.NotifyWinch(resized)
	defer signal.Stop(resized)
	for {
		select {
		case <-done:
			return
		case <-resized:
			t.measure()
		case <-t.changed:
			t.draw()
			time.Sleep(frame)
		}
	}
}

// draw writes what differs from the last drawing.
func (t *terminal) draw() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ours || t.cells.RenderBuffer == nil {
		return
	}
	t.paint(t.view)
	uv.NewStyledString(t.view.Content).Draw(t.cells, t.cells.Bounds())
	t.renderer.Render(t.cells.RenderBuffer)
	_ = t.renderer.Flush() // a buffer takes everything
	text := t.out.String()
	t.out.Reset()
	if t.atOnce {
		text = ansi.SetModeSynchronizedOutput + text + ansi.ResetModeSynchronizedOutput
	}
	t.write(text)
}

// paint makes the terminal's own colours those of a view.
func (t *terminal) paint(view tea.View) {
	if view.BackgroundColor != t.painted.BackgroundColor {
		_ = uv.EncodeBackgroundColor(&t.out, view.BackgroundColor)
	}
	if view.ForegroundColor != t.painted.ForegroundColor {
		_ = uv.EncodeForegroundColor(&t.out, view.ForegroundColor)
	}
	t.painted = view
}

// write sends text. It is lost if the terminal has gone, which ends the program by a signal.
func (t *terminal) write(text string) { _, _ = t.Write([]byte(text)) }

// clipboard returns the command that sends text to the clipboard.
func (t *terminal) clipboard(text string) tea.Cmd {
	return func() tea.Msg {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.write(ansi.SetSystemClipboard(text))
		return nil
	}
}

// lend returns the command that runs a program on the terminal.
func (t *terminal) lend(cmd *exec.Cmd, done tea.ExecCallback) tea.Cmd {
	return tea.Exec(&borrower{cmd, t}, done)
}

// A borrower has the terminal while it runs.
type borrower struct {
	*exec.Cmd
	terminal *terminal
}

func (b *borrower) SetStdin(r io.Reader)  { b.Stdin = r }
func (b *borrower) SetStdout(w io.Writer) { b.Stdout = w }
func (b *borrower) SetStderr(w io.Writer) { b.Stderr = w }

func (b *borrower) Run() error {
	if err := b.terminal.leave(); err != nil {
		return err
	}
	err := b.Cmd.Run()
	return errors.Join(err, b.terminal.reenter())
}

// suspended gives the terminal back while the program is suspended, and takes it again.
func (t *terminal) suspended(msg tea.Msg) tea.Msg {
	var err error
	switch msg.(type) {
	case tea.SuspendMsg:
		if runtime.GOOS == "windows" { // where the library suspends nothing
			return nil
		}
		err = t.leave()
	case tea.ResumeMsg:
		err = t.reenter()
	}
	if err != nil {
		return tea.QuitMsg{}
	}
	return msg
}

// drawn is the shell on a terminal.
type drawn struct {
	*shell
	terminal *terminal
}

func (d drawn) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	d.guarded(func() {
		switch msg := msg.(type) {
		case tea.WindowSizeMsg:
			d.terminal.resize(msg.Width, msg.Height)
		case tea.ModeReportMsg:
			d.terminal.learn(msg)
		}
		_, cmd = d.shell.Update(msg)
	})
	return d, cmd
}

func (d drawn) View() tea.View {
	d.guarded(func() { d.terminal.show(d.shell.View()) })
	return tea.View{}
}

// guarded gives the terminal back if the shell panics, because the library then writes to it.
func (d drawn) guarded(work func()) {
	done := false
	defer func() {
		if !done {
			_ = d.terminal.leave()
		}
	}()
	work()
	done = true
}
