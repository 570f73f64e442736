package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"neverask/cmd/neverask/internal/cli"
	"neverask/cmd/neverask/internal/screens"
	"neverask/hooks/app/doctor"
	"neverask/hooks/app/planner"
	"neverask/hooks/claude/config"
	"neverask/hooks/claude/dispatch"
	"neverask/hooks/claude/dispatch/mistaketest"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/home"
	"neverask/tui/hookstate"
	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
	"neverask/tui/rulestate"
)

// faces are what is said of the hooks of a place: by the list, the status and the doctor as
// JSON and as text, and by Home on its screen.
type faces struct {
	list struct {
		Hooks []struct {
			File, Command, State, Why string
			Line                      int
		}
		Findings []struct{ File string }
	}
	status struct {
		Failing []struct {
			File, Why string
			Line      int
		}
		Problems []planner.Problem
	}
	doctor struct{ Findings []doctor.Finding }

	text, home string
}

// look asks all faces about a root with a home, a project and what the arguments name.
func look(t testing.TB, root string, args ...string) (f faces) {
	t.Helper()
	env := map[string]string{"HOME": filepath.Join(root, "home"), "PATH": os.Getenv("PATH")}
	in, err := planner.New(planner.Env{
		GOOS: "linux", Getenv: func(name string) string { return env[name] }, Dir: filepath.Join(root, "project"), Executable: os.Args[0], Version: "test", Now: time.Now,
	})
	musttest.Do(t, err)
	in.ManagedDir, in.FindClient = filepath.Join(root, "etc/claude-code"), nil
	run := func(words ...string) []byte {
		var out, errs bytes.Buffer
		a := &cli.App{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: in.Getenv, Version: "test"}
		cmd := rootCommand(a)
		cmd.PersistentPreRunE = func(*cobra.Command, []string) error { a.Planner = in; return nil }
		cmd.SetArgs(append(words, args...))
		if code := a.Report(t.Context(), cmd.ExecuteContext(t.Context())); code > 1 || code == 1 && words[0] != "doctor" {
			t.Fatalf("%q ends with %d: %s", words, code, &errs)
		}
		return out.Bytes()
	}
	for face, words := range map[any][]string{&f.list: {"hooks", "list"}, &f.status: {"status"}, &f.doctor: {"doctor"}} {
		musttest.Do(t, json.Unmarshal(run(append(words, "--json")...), face))
		f.text += string(run(words...))
	}
	f.home = homeOf(t, in)
	return f
}

// homeOf is Home as the real backend has it drawn.
func homeOf(t testing.TB, in *planner.Planner) string {
	t.Helper()
	var targets []planner.Target
	for _, scope := range settings.Scopes {
		targets = append(targets, in.Target(scope, ""))
	}
	b := screens.Backend(in, targets)
	state := rulestate.New(b, false, false)
	place := shownHome{home.New(b, state, hookstate.NewInstalls(b), hookstate.NewThirdParty(b), in.Locations.Home, time.Now), state}
	return kittest.Show(t, &kit.Model{Home: in.Locations.Home, Now: time.Now}, place, nil, 200, 120).Screen()
}

// shownHome is Home with what the program hands to the rules and questions.
type shownHome struct {
	*home.Place
	state *rulestate.State
}

func (s shownHome) Receive(msg tea.Msg) tea.Cmd {
	return tea.Batch(s.state.Receive(msg), s.Place.Receive(msg))
}

// agree holds the faces against each other.
func (f faces) agree(t testing.TB) {
	t.Helper()
	var failing []string
	idle := map[string]bool{} // files with a hook that does not run
	for _, h := range f.list.Hooks {
		if h.State != string(dispatch.Active) && h.Why == "" {
			t.Errorf("%s of %s is %s, and nobody says why", h.Command, h.File, h.State)
		}
		idle[h.File] = idle[h.File] || h.State != string(dispatch.Active)
		switch dispatch.State(h.State) {
		case dispatch.Fails, dispatch.Never, dispatch.NeverCalled, dispatch.UnknownEvent:
			failing = append(failing, fmt.Sprintf("%s:%d: %s", h.File, h.Line, h.Why))
			if !f.finds(h.File, func(d doctor.Finding) bool { return d.Severity == doctor.Error }) {
				t.Errorf("%s of %s is %s, and the doctor finds no error there", h.Command, h.File, h.State)
			}
		}
	}
	var told []string
	moot := 0
	for _, h := range f.status.Failing {
		if strings.HasSuffix(h.Why, doctor.Moot) {
			moot++
			continue
		}
		told = append(told, fmt.Sprintf("%s:%d: %s", h.File, h.Line, h.Why))
	}
	slices.Sort(failing)
	if slices.Sort(told); !slices.Equal(failing, told) {
		t.Errorf("the list has %q failing, the status %q", failing, told)
	}
	n := len(failing) + moot
	if card := fmt.Sprintf("✗ %d hook", n); strings.Contains(f.home, card) != (n > 0) || strings.Count(f.home, " cannot run") != min(n, 1) {
		t.Errorf("of %q Home says\n%s", failing, f.home)
	}
	for _, d := range f.doctor.Findings {
		hooks := d.Off == config.OffHook || d.Off == config.OffGroup || d.Off == config.OffEvent
		if hooks && d.Severity == doctor.Error && !idle[d.File] && !f.listed(d.File) {
			t.Errorf("the doctor finds %+v, and every hook of the list runs", d)
		}
	}
	if strings.Contains(f.text+f.home, ": :") {
		t.Errorf("an empty reason:\n%s\n%s", f.text, f.home)
	}
	f.agreeOnFiles(t)
}

func (f faces) finds(file string, is func(doctor.Finding) bool) bool {
	return slices.ContainsFunc(f.doctor.Findings, func(d doctor.Finding) bool { return d.File == file && is(d) })
}

// listed reports whether the list says that something is wrong in a file.
func (f faces) listed(file string) bool {
	return slices.ContainsFunc(f.list.Findings, func(found struct{ File string }) bool { return found.File == file })
}

// mistakes are the IDs of findings about what Claude Code does not accept, in the doctor and
// in the status.
var mistakes = []string{
	"file-unreadable", "file-comments", "file-malformed", "duplicate-key", "source-broken", "entry-rejected", "setting-rejected", "event-misplaced",
	"settings-unreadable", "settings-invalid",
}

// agreeOnFiles holds what is said of files with mistakes against each other.
func (f faces) agreeOnFiles(t testing.TB) {
	t.Helper()
	whole, files := map[string]bool{}, map[string]bool{}
	for _, d := range f.doctor.Findings {
		if slices.Contains(mistakes, d.ID) {
			files[d.File], whole[d.File] = true, whole[d.File] || d.Off.Whole()
		}
	}
	for _, found := range f.list.Findings {
		if !files[found.File] {
			t.Errorf("the list finds something in %s, and the doctor does not", found.File)
		}
	}
	titles := map[string]bool{}
	for file := range files {
		var told []planner.Problem
		for _, p := range f.status.Problems {
			if slices.Contains(mistakes, p.ID) && strings.HasPrefix(p.Message, file) {
				told = append(told, p)
			}
		}
		title := "▲ Problem in " + filepath.Base(file)
		if whole[file] {
			title = "✗ " + filepath.Base(file) + " is broken"
		}
		titles[title] = true
		failed := slices.ContainsFunc(told, func(p planner.Problem) bool { return p.Severity == "error" })
		switch {
		case !f.listed(file):
			t.Errorf("the doctor finds something in %s, and the list does not", file)
		case len(told) == 0 || whole[file] && !failed:
			t.Errorf("of %s (%v) the status says %+v", file, whole[file], told)
		case !strings.Contains(f.home, title):
			t.Errorf("of %s Home does not say %q:\n%s", file, title, f.home)
		}
		for _, h := range f.list.Hooks {
			if whole[file] && h.File == file && h.State == string(dispatch.Active) {
				t.Errorf("%s is broken, and %s is active", file, h.Command)
			}
		}
	}
	for line := range strings.Lines(f.home) {
		_, title, _ := strings.Cut(strings.TrimSpace(strings.Trim(line, "│▸ \n")), "✗ ")
		if name, broken := strings.CutSuffix(strings.TrimSpace(title), " is broken"); broken && !titles["✗ "+name+" is broken"] {
			t.Errorf("Home says that %s is broken, and the doctor does not", name)
		}
	}
}

// wholeFaces tries every file of the table, and not an eighth.
var wholeFaces = flag.Bool("faces.whole", false, "hold the faces against each other on every file of the table of mistakes")

const mistakesTable = "../../hooks/claude/dispatch/testdata/mistakes.tsv"

// TestFacesAgreeOnMistakes: of every file of the table of mistakes the faces say the same,
// and what Claude Code does.
func TestFacesAgreeOnMistakes(t *testing.T) {
	t.Parallel()
	for i, row := range mistaketest.Rows(t, mistakesTable) {
		for n, c := range mistaketest.Containers {
			if !*wholeFaces && i%8 != n%8 {
				continue
			}
			t.Run(row.Name+" in "+c.Name, func(t *testing.T) {
				t.Parallel()
				root := emptySite(t)
				row.Write(t, root, []int{n}, "true")
				var args []string
				if c.Name != "agent" { // it is found without
					args = c.Arguments(root)
				}
				f := look(t, root, args...)
				f.agree(t)
				if !strings.Contains(row.Text, "Only") { // which counts for the other containers, too
					f.matches(t, c.Name, row.Cells[n])
				}
			})
		}
	}
}

// emptySite returns a root with an empty home and an empty project.
func emptySite(t testing.TB) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, dir := range []string{"home", "project"} {
		musttest.Do(t, os.Mkdir(filepath.Join(root, dir), 0o755))
	}
	return root
}

// matches holds the states of the hooks of a container against a cell of the table.
func (f faces) matches(t testing.TB, container, cell string) {
	t.Helper()
	active := ""
	for _, h := range f.list.Hooks {
		if letter, here := strings.CutPrefix(h.Command, "true "+container+"/"); here && h.State == string(dispatch.Active) {
			active += letter
		}
	}
	for _, letter := range []string{"B", "G", "E", "F", "D"} {
		if runs := cell != "stops" && strings.Contains(cell, letter); runs != strings.Contains(active, letter) {
			t.Errorf("active are %q, and Claude Code runs %q", active, cell)
		}
	}
}

// TestFacesAgreeOnRandomFiles: the faces agree where several files with mistakes come
// together.
func TestFacesAgreeOnRandomFiles(t *testing.T) {
	t.Parallel()
	rows := mistaketest.Rows(t, mistakesTable)
	for seed := range uint64(30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 40))
			root := emptySite(t)
			var args []string
			for n, c := range mistaketest.Containers {
				if random.IntN(2) == 0 {
					continue
				}
				musttest.Write(t, filepath.Join(root, c.Path), rows[random.IntN(len(rows))].File(n, "true"))
				if c.Name != "agent" && c.Name != "extra" || random.IntN(2) == 0 && c.Name == "extra" {
					args = append(args, c.Arguments(root)...)
				}
			}
			look(t, root, args...).agree(t)
		})
	}
}
