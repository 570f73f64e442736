//go:build linux && amd64

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/cmd/neverask/internal/cli"
	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// TestConflictIsChosenByKeys: the ways out of a conflict are drawn, and chosen by keys; the yes
// to the plan that comes of it is typed. ctrl+c in either changes nothing.
func TestConflictIsChosenByKeys(t *testing.T) {
	t.Parallel()
	dir := cmdtest.Programs(t)
	for _, tt := range []struct {
		accessible, want, kept string
		keys                   []string // at the conflict
		typed                  string   // at the plan; none is asked for without
		code                   int
	}{
		{want: "settings.json written.", kept: `neverask-hook`, keys: []string{"enter"}, typed: "y\n"},
		{want: "nothing was changed", keys: []string{"down", "enter"}, typed: "\n"},
		{want: "interrupted", keys: []string{"ctrl+c"}, code: cli.Stopped},
		{want: "1 conflict needs a decision", keys: []string{"esc"}, code: cli.Conflicts},
		{accessible: "1", want: "nothing was changed", keys: []string{"1", "enter"}, typed: "n\n"},
		{accessible: "1", want: "interrupted", keys: []string{"ctrl+c"}, code: cli.Stopped},
	} {
		root := termtest.Dir(t, "")
		file := filepath.Join(root, ".claude", "settings.json")
		musttest.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
		before := settingsOf("PreToolUse", "AskUserQuestion", "echo no >&2; exit 2")
		musttest.Do(t, os.WriteFile(file, []byte(before), 0o600))
		cmd := exec.Command(filepath.Join(dir, "neverask"), "install")
		cmd.Dir, cmd.Env = root, []string{"HOME=" + root, "PATH=" + os.Getenv("PATH"), "ACCESSIBLE=" + tt.accessible}
		term := termtest.Start(t, cmd, 120, 70)
		term.WaitText("Which resolution?")
		if tt.accessible == "" {
			term.WaitText("esc decides nothing")
		} else {
			term.WaitText("A number, a name, or ?")
		}
		term.Key(tt.keys...)
		if tt.typed != "" {
			term.WaitText("Apply? [y/N]")
			term.Type(tt.typed)
		}
		if code := term.Wait(); code != tt.code || strings.Contains(term.Screen(), "up/down move") || !strings.Contains(term.Screen(), tt.want) || !term.ModesRestored() {
			t.Errorf("%q: exit code %d, restored %v\n%s", tt.keys, code, term.ModesRestored(), term.Screen())
		}
		after := musttest.Read(t, file)
		if tt.kept == "" && string(after) != before || !strings.Contains(string(after), tt.kept) {
			t.Errorf("%q: the file is now\n%s", tt.keys, after)
		}
	}
}
