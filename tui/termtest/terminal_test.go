package termtest

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// asProgram in the environment makes the test binary a Bubble Tea program.
const asProgram = "TERMTEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	if _, err := tea.NewProgram(echo{}).Run(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(7)
}

// echo shows what the terminal tells it, and ends at "q".
type echo struct {
	size, key, background, keyboard string
}

func (m echo) Init() tea.Cmd { return tea.RequestBackgroundColor }

func (m echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size = fmt.Sprintf("%dx%d", msg.Width, msg.Height)
	case tea.KeyPressMsg:
		m.key = msg.Keystroke()
		if m.key == "q" {
			return m, tea.Quit
		}
	case tea.BackgroundColorMsg:
		m.background = "light"
		if msg.IsDark() {
			m.background = "dark"
		}
	case tea.KeyboardEnhancementsMsg:
		m.keyboard = fmt.Sprint(msg.Flags)
	}
	return m, nil
}

func (m echo) View() tea.View {
	v := tea.NewView(fmt.Sprintf("size %s.\nkey %s.\nbackground %s.\nkeyboard %s.\nwide \u65e5\u672c.", m.size, m.key, m.background, m.keyboard))
	v.AltScreen = true
	return v
}

func program(env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), asProgram+"=1"), env...)
	return cmd
}

func shell(script string) *exec.Cmd { return exec.Command("/bin/sh", "-c", script) }

func TestBubbleTeaProgram(t *testing.T) {
	term := Start(t, program(), 80, 24)
	term.WaitText("size 80x24.")
	term.WaitText("background dark.")
	term.WaitText("keyboard 1.")
	if rows := strings.Split(term.WaitText("wide \u65e5\u672c."), "\n"); len(rows) != 24 {
		t.Errorf("the screen has %d rows, want 24", len(rows))
	}
	for _, key := range []string{
		"a", "?", "enter", "tab", "space", "backspace", "esc", "up", "down", "left", "right", "home", "end",
		"insert", "delete", "pgup", "pgdown", "shift+tab", "ctrl+c", "ctrl+a", "ctrl+space", "alt+x", "\u00e9",
	} {
		term.Key(key)
		term.WaitText("key " + key + ".")
	}
	// Nothing waits between these two: they must not become "alt+j".
	term.Key("esc", "j")
	term.WaitText("key j.")
	term.Resize(40, 12)
	if rows := strings.Split(term.WaitText("size 40x12."), "\n"); len(rows) != 12 {
		t.Errorf("the screen has %d rows, want 12", len(rows))
	}
	term.Key("q")
	if code := term.Wait(); code != 7 {
		t.Errorf("the program ended with %d, want 7", code)
	}
	if strings.Contains(term.Screen(), "size") {
		t.Errorf("the alternate screen is still shown:\n%s", term.Screen())
	}
	if !strings.Contains(string(term.Raw()), "\x1b[?1049h") {
		t.Error("Raw does not hold what the program printed")
	}
}

// fake is a test that a Wait method can fail.
type fake struct {
	testing.TB
	failure string
	cleanup []func()
}

func (f *fake) Helper()          {}
func (f *fake) Cleanup(c func()) { f.cleanup = append(f.cleanup, c) }
func (f *fake) Fatalf(format string, args ...any) {
	f.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// run calls the function like a test of its own and returns how it failed.
func run(t *testing.T, test func(testing.TB)) (failure string) {
	t.Helper()
	f := &fake{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			for _, c := range f.cleanup {
				c()
			}
		}()
		test(f)
	}()
	<-done
	return f.failure
}

// Whoever holds the write end of the pipe is alive.
func TestCleanupKillsTheGroupAndEndsTheGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	alive, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	if failure := run(t, func(t testing.TB) {
		cmd := shell("trap '' HUP; sleep 1000 & echo up; wait")
		cmd.ExtraFiles = []*os.File{held}
		Start(t, cmd, 40, 5).WaitText("up")
		held.Close()
	}); failure != "" {
		t.Fatal(failure)
	}
	if _, err := io.ReadAll(alive); err != nil {
		t.Error(err)
	}
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// show works without a program, so the steps of a frame can be told apart.
func bare(t *testing.T) *Terminal {
	t.Helper()
	term := newTerminal(t, nil, 20, 3)
	go io.Copy(term.input, term.emu)
	t.Cleanup(func() { term.emu.InputPipe().(io.Closer).Close() })
	return term
}

func TestSynchronizedFrameIsSeenWhole(t *testing.T) {
	term := bare(t)
	term.show([]byte("old"))
	term.show([]byte("\x1b[?2026h\x1b[2J\x1b[Hne"))
	if got := strings.TrimSpace(term.Screen()); got != "old" {
		t.Errorf("in the middle of a frame the screen is %q", got)
	}
	term.show([]byte("w\x1b[?2026l"))
	if got := strings.TrimSpace(term.Screen()); got != "new" {
		t.Errorf("after the frame the screen is %q", got)
	}
}

func TestQueries(t *testing.T) {
	for name, c := range map[string]struct{ ask, reply string }{
		"device attributes":        {"\x1b[c", "\x1b[?62;1;6;22c"},
		"cursor position":          {"ab\x1b[6n", "\x1b[1;3R"},
		"status":                   {"\x1b[5n", "\x1b[?0n"},
		"name":                     {"\x1b[>0q", "\x1bP>|termtest\x1b\\"},
		"background":               {"\x1b]11;?\x1b\\", "\x1b]11;rgb:0000/0000/0000\a"},
		"foreground":               {"\x1b]10;?\a", "\x1b]10;rgb:ffff/ffff/ffff\a"},
		"colour scheme":            {"\x1b[?996n", "\x1b[?997;1n"},
		"synchronized output":      {"\x1b[?2026$p", "\x1b[?2026;2$y"},
		"unknown mode":             {"\x1b[?9999$p", "\x1b[?9999;0$y"},
		"termcap":                  {"\x1bP+q524742\x1b\\", "\x1bP0+r\x1b\\"},
		"keyboard, nothing set":    {"\x1b[?u", "\x1b[?0u"},
		"keyboard, pushed":         {"\x1b[>1u\x1b[>5u\x1b[?u", "\x1b[?5u"},
		"keyboard, popped":         {"\x1b[>1u\x1b[>5u\x1b[<u\x1b[?u", "\x1b[?1u"},
		"keyboard, popped too far": {"\x1b[>1u\x1b[<9u\x1b[?u", "\x1b[?0u"},
		"keyboard, set":            {"\x1b[=5u\x1b[?u", "\x1b[?5u"},
		"keyboard, added":          {"\x1b[>1u\x1b[=4;2u\x1b[?u", "\x1b[?5u"},
		"keyboard, removed":        {"\x1b[>5u\x1b[=4;3u\x1b[?u", "\x1b[?1u"},
		"keyboard, other screen":   {"\x1b[>1u\x1b[?1049h\x1b[?u", "\x1b[?0u"},
	} {
		t.Run(name, func(t *testing.T) {
			term := newTerminal(t, nil, 20, 3)
			replies := make(chan []byte)
			go func() {
				all, _ := io.ReadAll(term.emu)
				replies <- all
			}()
			term.show([]byte(c.ask))
			term.emu.InputPipe().(io.Closer).Close()
			if got := string(<-replies); got != c.reply {
				t.Errorf("reply %q, want %q", got, c.reply)
			}
		})
	}
}

// The second character of the title holds the byte 0x9C.
func TestTitleStaysOffTheScreen(t *testing.T) {
	for _, title := range []string{"\x1b]0;a\u2733 title\x07", "\x1b]0;a\u2733 title\x1b\\", "\x1bPa\u2733\x1b\\", "\x1b]0;\u2733\x1b[1m"} {
		for cut := range title {
			term := bare(t)
			term.show([]byte("x" + title[:cut]))
			term.show([]byte(title[cut:] + "y\u4e1c"))
			if got := strings.TrimSpace(term.Screen()); got != "xy\u4e1c" {
				t.Errorf("%q cut at %d: the screen is %q", title, cut, got)
			}
		}
	}
}
