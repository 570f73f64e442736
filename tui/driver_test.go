package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/hooks/app/changes"
	"neverask/hooks/app/conflicts"
	"neverask/hooks/app/hookbinary"
	"neverask/hooks/app/install"
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/claude/client"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/off"
	"neverask/hooks/paths"
	"neverask/hooks/thirdparty/conflict"
	"neverask/hooks/thirdparty/pin"
	"neverask/settings"
	"neverask/settings/foreign"
	"neverask/tui/termtest"
)

const home = "/home/me"

// noon is when everything in these tests happens.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)

// fake is a Backend that plans and writes for real, below a directory of the
// test, and shows its paths without that directory, so that screens are the
// same everywhere. The hook program exists in name only.
type fake struct {
	fakeMemory
	t    testing.TB
	root string
	in   *installer.Installer

	client   client.Version
	named    string // a settings file named by its path, instead of the scopes
	hook     hookbinary.State
	week     transcript.Counts
	problems []installer.Problem
	receipts map[string]settings.Receipt
	watched  string                  // what Watch has seen
	failing  map[string]string       // why a hook fails, by what it runs
	changed  map[string][]pin.Change // how a hook is not what the person has seen, by what it runs

	past    []conflict.Observation
	lookErr error
	probe   func(*conflict.Conflict) // what probing a hook shows
	ran     []conflict.Trial         // what would have been run
	chose   map[string]conflict.Way  // by the command

	acts    map[string]int // of rules for tools
	ruled   bool           // the rules for tools are installed
	running []installer.Problem
	stats   []transcript.HookStat

	applied   []installer.Plan
	applyErr  error
	leftovers error
}

func newFake(t testing.TB) *fake {
	root := scratch(t)
	f := &fake{t: t, root: root, client: "2.1.329", receipts: map[string]settings.Receipt{}, chose: map[string]conflict.Way{}}
	data := home + "/.local/share/neverask"
	f.in = &installer.Installer{
		Now:       func() time.Time { return noon },
		Paths:     paths.Paths{Config: root + home + "/.config/neverask", State: root + home + "/.local/state/neverask", Data: data},
		Locations: settings.Locations{Home: root + home, Dir: root + home + "/work/shop"},
		GOOS:      "linux", ManagedDir: root + "/etc/claude-code",
		Store: settings.NewStore(root+home+"/.local/state/neverask", func() time.Time { return noon }),
	}
	f.in.ClientInPath = func() client.Version { return f.client }
	f.hook.Path = f.in.Paths.Hook()
	for _, dir := range []string{"/.claude", "/work/shop/.git"} {
		if err := os.MkdirAll(root+home+dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// scratch is a directory for a test, in memory where there is such a thing:
// waiting for a disk is most of what these tests would do.
func scratch(t testing.TB) string {
	const memory = "/dev/shm"
	if _, err := os.Stat(memory); err != nil {
		return termtest.Dir(t, "")
	}
	return termtest.Dir(t, memory)
}

// put writes a file; the path is the shown one.
func (f *fake) put(path, content string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.root+path), 0o700); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.root+path, []byte(content), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fake) get(path string) string {
	b, _ := os.ReadFile(f.root + path)
	return string(b)
}

func (f *fake) Client() client.Version { return f.client }

func (f *fake) shown(path string) string { return strings.ReplaceAll(path, f.root, "") }

func (f *fake) shownPlan(p installer.Plan) installer.Plan {
	p.Path, p.Plan.Target, p.Target.Path = f.shown(p.Path), f.shown(p.Plan.Target), f.shown(p.Target.Path)
	p.Also = slices.Clone(p.Also)
	for i := range p.Also {
		p.Also[i] = f.shownPlan(p.Also[i])
	}
	return p
}

// shownError keeps what can be asked of an error.
func (f *fake) shownError(err error) error {
	if syntax, ok := err.(*settings.SyntaxError); ok {
		shown := *syntax
		shown.Path = f.shown(shown.Path)
		return &shown
	}
	if err == nil || !strings.Contains(err.Error(), f.root) {
		return err
	}
	return pathError{err, f.shown(err.Error())}
}

// pathError is an error whose text has the shown paths.
type pathError struct {
	error
	text string
}

func (e pathError) Error() string { return e.text }
func (e pathError) Unwrap() error { return e.error }

func (f *fake) real(t installer.Target) installer.Target {
	t.Path = f.root + t.Path
	return t
}

func (f *fake) Targets() []installer.Target {
	if f.named != "" {
		return []installer.Target{{Path: f.named}}
	}
	var all []installer.Target
	for _, s := range settings.Scopes {
		all = append(all, installer.Target{Scope: s, Path: f.shown(f.in.Locations.File(s))})
	}
	return all
}

func (f *fake) Inspect(t installer.Target) status.Status {
	s := status.Inspect(f.in, f.real(t))
	s.Target, s.Hook = t, f.hook
	var problems []installer.Problem
	for _, p := range s.Problems {
		if !strings.HasPrefix(p.ID, "hook-") {
			p.Message = f.shown(p.Message)
			problems = append(problems, p)
		}
	}
	s.Problems = append(problems, f.problems...)
	return s
}

func (f *fake) LostPreferences() (installer.Problem, bool) {
	p, lost := status.LostPreferences(f.in)
	p.Message = f.shown(p.Message)
	return p, lost
}

func (f *fake) Switch(until time.Time) (err error) {
	if until.IsZero() {
		_, err = off.End(f.in.Paths.Off(), "", time.Now())
	} else {
		_, err = off.Begin(f.in.Paths.Off(), off.Period{Since: time.Now(), Until: time.Now().Add(2 * time.Hour)})
	}
	return err
}

func (f *fake) Counts(time.Time) transcript.Counts { return f.week }

func (f *fake) Install(t installer.Target, o install.Options) (installer.Plan, error) {
	p, err := install.Install(f.in, f.real(t), f.realOptions(o))
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) Uninstall(t installer.Target, packs ...config.Pack) (installer.Plan, error) {
	p, err := install.Uninstall(f.in, f.real(t), packs...)
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) Consequences(ctx context.Context, p installer.Plan, suggestions int) []status.Consequence {
	now, err := f.Review(ctx, conflicts.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	return status.Consequences(f.in, f.realPlan(p), now, suggestions)
}

func (f *fake) realPlan(p installer.Plan) installer.Plan {
	p.Path = f.root + p.Path
	p.Also = slices.Clone(p.Also)
	for i := range p.Also {
		p.Also[i] = f.realPlan(p.Also[i])
	}
	return p
}

func (f *fake) Undo(r settings.Receipt) (installer.Plan, error) {
	p, err := changes.Undo(f.in, f.receipts[r.ID])
	return f.shownPlan(p), f.shownError(err)
}

func (f *fake) Apply(ctx context.Context, p installer.Plan) (settings.Receipt, error) {
	f.applied = append(f.applied, p)
	if f.applyErr != nil {
		return settings.Receipt{}, f.applyErr
	}
	if ctx.Err() != nil {
		return settings.Receipt{}, ctx.Err()
	}
	if p.Op == "install" {
		f.hook.Version, f.hook.Current = "v0.3.0", true
	}
	if !p.Changes() {
		return settings.Receipt{}, nil
	}
	r, err := f.applyParts(ctx, p)
	if err != nil {
		return r, f.shownError(err)
	}
	if p.Op == "uninstall" {
		f.hook.Version, f.hook.Current = "", false
	}
	return r, f.leftovers
}

// shownReceipt gives a receipt a name that does not depend on chance.
func (f *fake) shownReceipt(r settings.Receipt) settings.Receipt {
	for id, known := range f.receipts {
		if known.ID == r.ID {
			f.receipts[id] = r
			r.ID = id
			if r.Backup != "" {
				r.Backup = "settings.json." + id
			}
			return r
		}
	}
	id := fmt.Sprintf("k3f9a2%c", 'b'+len(f.receipts))
	f.receipts[id] = r
	r.ID, r.Path = id, f.shown(r.Path)
	if r.Backup != "" {
		r.Backup = "settings.json." + id
	}
	return r
}

func (f *fake) receipt(r settings.Receipt, err error) (settings.Receipt, error) {
	if err != nil {
		return r, err
	}
	r = f.shownReceipt(r)
	r.Path = f.shown(r.Path)
	return r, nil
}

func (f *fake) Last() (settings.Receipt, error)     { return f.receipt(f.in.Store.Last()) }
func (f *fake) LastUndo() (settings.Receipt, error) { return f.receipt(f.in.Store.LastUndo()) }

func (f *fake) Stamp(path string) foreign.Stamp { return foreign.StampOf(f.root + path) }

// driver runs the program without a terminal and without goroutines.
type driver struct {
	t testing.TB
	m *shell
	f *fake

	due  []tea.Msg // what timers would send
	hold bool      // keep commands instead of running them
	held []tea.Cmd
	quit bool
}

func options(f Backend) Options {
	return Options{Backend: f, Home: home, Backups: home + "/.local/state/neverask/backups", Version: "v0.3.0", Now: func() time.Time { return noon }}
}

func newDriver(t testing.TB, f *fake, width, height int) *driver {
	d := &driver{t: t, f: f, m: newShell(options(f))}
	d.m.After = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			d.due = append(d.due, msg)
			return nil
		}
	}
	d.send(tea.WindowSizeMsg{Width: width, Height: height})
	if !f.idle {
		d.run(d.m.Init())
	}
	return d
}

func (d *driver) send(msg tea.Msg) {
	msg = finishWriting(d.m, msg)
	if _, quit := msg.(tea.QuitMsg); quit {
		d.quit = true
		return
	}
	_, cmd := d.m.Update(msg)
	if d.hold && cmd != nil {
		d.held = append(d.held, cmd)
		return
	}
	d.run(cmd)
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	default:
		d.send(msg)
	}
}

// release runs the commands that were held.
func (d *driver) release() {
	held := d.held
	d.held, d.hold = nil, false
	for _, cmd := range held {
		d.run(cmd)
	}
}

// tick lets the timers that run now end.
func (d *driver) tick() {
	due := d.due
	d.due = nil
	for _, msg := range due {
		d.send(msg)
	}
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd, "space": tea.KeySpace,
}

func press(name string) tea.KeyPressMsg {
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(rest[0]), Mod: tea.ModCtrl}
	}
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		return tea.KeyPressMsg{Code: special[rest], Mod: tea.ModShift}
	}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// press does what a key is bound to, without what follows from it.
func (d *driver) press(name string) tea.Cmd {
	d.m.Drawn.Valid = false
	return d.m.Press(press(name))
}

func (d *driver) keys(names ...string) *driver {
	for _, n := range names {
		d.send(press(n))
	}
	return d
}

// screen is what is seen, without styles and trailing blanks. It fails the
// test when the frame does not fit the terminal exactly.
func (d *driver) screen() string {
	d.t.Helper()
	content := d.m.View().Content
	rows := strings.Split(ansi.Strip(content), "\n")
	if len(rows) > max(d.m.Height, 1) || !d.m.TooSmall() && len(rows) != d.m.Height {
		d.t.Fatalf("%d rows at %dx%d:\n%s", len(rows), d.m.Width, d.m.Height, strings.Join(rows, "\n"))
	}
	for i, row := range rows {
		if w := lipgloss.Width(row); w > d.m.Width && d.m.Width > 0 {
			d.t.Fatalf("row %d is %d wide at %dx%d: %q", i, w, d.m.Width, d.m.Height, row)
		}
		rows[i] = strings.TrimRight(row, " ")
	}
	return strings.Join(rows, "\n")
}

func (d *driver) sees(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			d.t.Fatalf("%q is not on the screen:\n%s", text, screen)
		}
	}
}

func (d *driver) seesNot(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			d.t.Fatalf("%q is on the screen:\n%s", text, screen)
		}
	}
}

// helps reports whether the help line shows a key.
func (d *driver) helps(key string) bool {
	rows := strings.Split(d.screen(), "\n")
	return strings.Contains(rows[len(rows)-1]+" ", " "+key+" ")
}
