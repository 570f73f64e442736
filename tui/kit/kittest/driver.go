package kittest

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/tui/kit"
)

// Noon is the current time in tests of the screens.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)

// Driver runs the screens without a terminal and without goroutines: when Send returns,
// everything that follows from the message has happened.
type Driver struct {
	T testing.TB
	M *kit.Model

	// Named replaces random texts on the screen, such as IDs of changes, with fixed ones of
	// the same width; may be nil.
	Named func(string) string

	Due  []tea.Msg // messages that timers would send
	Hold bool      // whether to keep commands instead of running them
	Held []tea.Cmd
	Quit bool // whether the program has ended

	// Edited are the command lines of the opened editors, and Editor does what the
	// person does in one; it may be nil.
	Edited [][]string
	Editor func(args []string) error
}

// Drive returns a driver of a model at a size.
func Drive(t testing.TB, m *kit.Model, width, height int) *Driver {
	d := &Driver{T: t, M: m}
	if m.Getenv == nil {
		m.Getenv = func(string) string { return "" }
	}
	m.After = func(wait time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			if wait <= kit.Glance { // between any two keys
				return msg
			}
			d.Due = append(d.Due, msg)
			return nil
		}
	}
	m.Exec = func(cmd *exec.Cmd, done tea.ExecCallback) tea.Cmd {
		return func() tea.Msg {
			d.Edited = append(d.Edited, cmd.Args)
			if d.Editor == nil {
				return done(nil)
			}
			return done(d.Editor(cmd.Args))
		}
	}
	m.Copy = tea.SetClipboard
	d.Send(tea.WindowSizeMsg{Width: width, Height: height})
	return d
}

// saying is the form of the messages on the status line. A message may begin with a name.
var saying = regexp.MustCompile(`^([✓✗▲] [^A-Z✓✗▲].*|(Claude |neverask|[^A-Z✓✗▲●○◇]).*)[^.]$`)

// Send sends a message to the model, and does everything that follows from it.
func (d *Driver) Send(msg tea.Msg) {
	msg = d.M.FinishWriting(msg)
	if _, quit := msg.(tea.QuitMsg); quit {
		d.Quit = true
		return
	}
	cmd := d.M.Update(msg)
	if said := ansi.Strip(d.M.Status); said != "" && !saying.MatchString(said) {
		d.T.Errorf("%q is not in the form of the messages: see Say", said)
	}
	if d.Hold && cmd != nil {
		d.Held = append(d.Held, cmd)
		return
	}
	d.Run(cmd)
}

// Run runs a command at once, and sends its result.
func (d *Driver) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.Run(c)
		}
	default:
		d.Send(msg)
	}
}

// Release runs the held commands.
func (d *Driver) Release() {
	held := d.Held
	d.Held, d.Hold = nil, false
	for _, cmd := range held {
		d.Run(cmd)
	}
}

// Tick lets the running timers end.
func (d *Driver) Tick() {
	due := d.Due
	d.Due = nil
	for _, msg := range due {
		d.Send(msg)
	}
}

var special = map[string]rune{
	"f1": tea.KeyF1, "enter": tea.KeyEnter, "esc": tea.KeyEscape,
	"tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"home": tea.KeyHome, "end": tea.KeyEnd, "space": tea.KeySpace,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
}

// Key returns the message of a key by its name; ok is false if there is no such key.
func Key(name string) (msg tea.KeyPressMsg, ok bool) {
	if rest, ctrl := strings.CutPrefix(name, "ctrl+"); ctrl {
		r, size := utf8.DecodeRuneInString(rest)
		return tea.KeyPressMsg{Code: r, Mod: tea.ModCtrl}, size == len(rest)
	}
	if rest, shift := strings.CutPrefix(name, "shift+"); shift {
		return tea.KeyPressMsg{Code: special[rest], Mod: tea.ModShift}, special[rest] != 0
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}, true
	}
	r, size := utf8.DecodeRuneInString(name)
	return tea.KeyPressMsg{Code: r, Text: name}, size == len(name)
}

func (d *Driver) key(name string) tea.KeyPressMsg {
	d.T.Helper()
	msg, ok := Key(name)
	if !ok {
		d.T.Fatalf("there is no key %q", name)
	}
	return msg
}

// Press presses a key, and returns its command without running it.
func (d *Driver) Press(name string) tea.Cmd {
	d.T.Helper()
	d.M.Changed()
	return d.M.Press(d.key(name))
}

// Keys presses keys by their names. "@" and a name goes to a place or page.
func (d *Driver) Keys(names ...string) {
	d.T.Helper()
	for _, n := range names {
		if place, ok := strings.CutPrefix(n, "@"); ok && place != "" {
			d.M.Changed()
			d.Run(kit.Going(place)(d.M))
			continue
		}
		d.Send(d.key(n))
	}
}

// Repeat presses the keys that lead somewhere, and returns a function that presses key there,
// draws, and presses back, if any. It does not run commands.
func (d *Driver) Repeat(keys, key, back string) func() {
	d.Keys(strings.Fields(keys)...)
	d.M.View()
	d.Hold = true
	return func() {
		d.Keys(key)
		d.M.View()
		if back != "" {
			d.Keys(back)
			d.M.View()
		}
		d.Held = nil
	}
}

// Text types a text.
func (d *Driver) Text(s string) {
	for _, r := range s {
		if r == ' ' {
			d.Keys("space")
			continue
		}
		d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Screen returns the screen without styles and trailing blanks. It fails the test if
// the frame does not fit the terminal exactly.
func (d *Driver) Screen() string {
	d.T.Helper()
	rows := strings.Split(ansi.Strip(d.M.View().Content), "\n")
	if len(rows) > max(d.M.Height, 1) || !d.M.TooSmall() && len(rows) != d.M.Height {
		d.T.Fatalf("%d rows at %dx%d:\n%s", len(rows), d.M.Width, d.M.Height, strings.Join(rows, "\n"))
	}
	for i, row := range rows {
		if w := kit.Width(row); w > d.M.Width && d.M.Width > 0 {
			d.T.Fatalf("row %d is %d wide at %dx%d: %q", i, w, d.M.Width, d.M.Height, row)
		}
		rows[i] = strings.TrimRight(row, " ")
	}
	screen := strings.Join(rows, "\n")
	if d.Named != nil {
		return d.Named(screen)
	}
	return screen
}

// Sees fails the test unless all texts are on the screen.
func (d *Driver) Sees(texts ...string) {
	d.T.Helper()
	screen := d.Screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			d.T.Fatalf("%q is not on the screen:\n%s", text, screen)
		}
	}
}

// SeesNot fails the test if any of the texts is on the screen.
func (d *Driver) SeesNot(texts ...string) {
	d.T.Helper()
	screen := d.Screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			d.T.Fatalf("%q is on the screen:\n%s", text, screen)
		}
	}
}

// Helps reports whether the help line shows a key.
func (d *Driver) Helps(key string) bool {
	rows := strings.Split(d.Screen(), "\n")
	return strings.Contains(rows[len(rows)-1]+" ", " "+key+" ")
}

// ClickOn clicks on the first occurrence of a text.
func (d *Driver) ClickOn(text string) {
	d.T.Helper()
	for y, row := range strings.Split(d.Screen(), "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			d.Send(tea.MouseClickMsg{X: len([]rune(before)) + 1, Y: y, Button: tea.MouseLeft})
			return
		}
	}
	d.T.Fatalf("%q is not on the screen:\n%s", text, d.Screen())
}

// Choose moves down to the first row that contains a text.
func (d *Driver) Choose(text string) {
	d.T.Helper()
	d.Keys("g")
	for range 500 {
		for row := range strings.Lines(d.Screen()) {
			if row, chosen := strings.CutPrefix(strings.TrimPrefix(row, "│"), "▸ "); chosen && strings.Contains(row, text) {
				return
			}
		}
		d.Keys("down")
	}
	d.T.Fatalf("no row has %q:\n%s", text, d.Screen())
}

// Best returns the minimum processor time of a key, as in Repeat. Nothing else may run in this process.
func (d *Driver) Best(keys, key, back string) time.Duration {
	do, least := d.Repeat(keys, key, back), time.Hour
	for range 15 {
		start := processorTime()
		do()
		least = min(least, processorTime()-start)
	}
	return least
}
