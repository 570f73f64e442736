package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/dispatch"
	"neverask/settings"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// TestRepairOfAnotherText: a repair that was computed from a text is not made when
// the file is another one by now, however soon after it was read.
func TestRepairOfAnotherText(t *testing.T) {
	for _, text := range []string{"{\"a\": 1, // x\n}", "{\"a\": 1, \"a\": 1}"} {
		root := t.TempDir()
		put(t, root, "home/.claude/settings.json", `{"saved": "meanwhile"}`)
		in := fixture(t, root)
		f := &file{path: in.Locations.File(settings.User), in: in, fixed: true}
		f.text([]byte(text))
		if len(f.found) != 1 || !f.found[0].Fixable {
			t.Fatalf("%s: %+v", text, f.found)
		}
		if p, err := f.found[0].Plan(); !errors.Is(err, settings.ErrChanged) {
			t.Errorf("%s: would write %q (%v)", text, p.After, err)
		}
	}
}

// TestRepairsThatChoose: what may be right for other projects, or for other
// people, is not taken out with all that can be repaired.
func TestRepairsThatChoose(t *testing.T) {
	const user, project = "home/.claude/settings.json", "project/.claude/settings.json"
	for name, c := range map[string]struct {
		files  map[string]string
		id     string
		byName bool
	}{
		"missing at home":                {map[string]string{user: hook(`"command": "~/gone.sh"`)}, "command-missing", false},
		"missing here":                   {map[string]string{project: hook(`"command": "./gone.sh"`)}, "command-missing", false},
		"missing here, needed elsewhere": {map[string]string{user: hook(`"command": "./gone.sh"`)}, "command-missing", true},
		"missing in the project":         {map[string]string{user: hook(`"command": "sh \"$CLAUDE_PROJECT_DIR/gone.sh\""`)}, "command-missing", true},
		"twice in a file":                {map[string]string{user: strings.Replace(hook(`"command": "true"`), "}]}]", `}, {"type": "command", "command": "true"}]}]`, 1)}, "hook-duplicate", false},
		"twice in two files":             {map[string]string{user: hook(`"command": "true"`), project: hook(`"command": "true"`)}, "hook-duplicate", true},
	} {
		t.Run(name, func(t *testing.T) {
			root := termtest.Dir(t, termtest.Memory())
			for path, text := range c.files {
				put(t, root, path, text)
			}
			found := Examine(context.Background(), Options{Planner: fixture(t, root), Env: []string{"PATH=" + os.Getenv("PATH")}})
			i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == c.id })
			if i < 0 {
				t.Fatalf("not found; there is %+v", found)
			}
			if f := found[i]; !f.Fixable || f.ByName != c.byName {
				t.Errorf("got %+v", f)
			}
		})
	}
	// The home directory may be where the person is.
	root := t.TempDir()
	put(t, root, user, hook(`"command": "~/gone.sh"`))
	in := fixture(t, root)
	in.Locations.Dir = filepath.Join(root, "home")
	found := Examine(context.Background(), Options{Planner: in})
	if i := slices.IndexFunc(found, func(f Finding) bool { return f.ID == "command-missing" }); i < 0 || found[i].ByName {
		t.Errorf("at home: %+v", found)
	}
}

// TestHookStatesLookAtPrograms: a hook runs when the settings and the disk say so,
// neverask's own like any other.
func TestHookStatesLookAtPrograms(t *testing.T) {
	root := t.TempDir()
	put(t, root, "home/there.sh", "#!/bin/sh\n")
	put(t, root, "home/plain.txt", "#!/bin/sh\n")
	musttest.Do(t, os.Chmod(filepath.Join(root, "home/there.sh"), 0o700))
	in := fixture(t, root)
	var entries []string
	commands := []string{"~/there.sh", "~/gone.sh", "sh ~/gone.sh", "~/plain.txt", "sh ~/plain.txt", in.Paths.Hook(), "true", "no-such-program-here"}
	for _, c := range commands {
		entries = append(entries, fmt.Sprintf(`{"matcher": "Bash", "hooks": [{"type": "command", "command": %q}]}`, c))
	}
	for i, of := range [][2]string{{"Bash(git *)", ""}, {"bash", ""}, {"(", ""}, {"Edit", "Bash(git *)"}, {"Bash", "Bash(git *)"}} { // a matcher, and an "if"
		commands = append(commands, of[0])
		entries = append(entries, fmt.Sprintf(`{"matcher": %q, "hooks": [{"type": "command", "command": "echo %d", "if": %q}]}`, of[0], i, of[1]))
	}
	put(t, root, "home/.claude/settings.json", `{"hooks": {"PreToolUse": [`+strings.Join(entries, ",")+`], "Never": [{"hooks": [{"type": "command", "command": "~/gone.sh"}]}]}}`)
	want := []dispatch.State{dispatch.Active, dispatch.Fails, dispatch.Fails, dispatch.Fails, dispatch.Active, dispatch.Fails, dispatch.Active, dispatch.Fails,
		dispatch.Never, dispatch.Never, dispatch.Never, dispatch.Never, dispatch.Active, dispatch.UnknownEvent}
	for i, s := range (Options{Planner: in, Env: []string{"PATH=" + os.Getenv("PATH")}}).Standings(in.Sources()) {
		if s.State != want[i] {
			t.Errorf("%s: %+v", append(commands, "unknown event")[i], s)
		}
	}
}
