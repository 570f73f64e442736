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
)

// neveraskIn returns what runs a command with a home directory.
func neveraskIn(t *testing.T, home string) func(args ...string) (string, int) {
	t.Helper()
	bin := cmdtest.Programs(t)
	return func(args ...string) (string, int) {
		cmd := exec.Command(filepath.Join(bin, "neverask"), args...)
		cmd.Env, cmd.Dir = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, home
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
}

// TestPathsThatAreNotUTF8: JSON cannot name such a file, so that an entry would run
// nothing and a receipt would tell of no file. Nothing is written.
func TestPathsThatAreNotUTF8(t *testing.T) {
	good, bad := t.TempDir(), filepath.Join(t.TempDir(), "h\xffome")
	if err := os.MkdirAll(filepath.Join(bad, ".claude"), 0o700); err != nil {
		t.Skip("the file system takes no such name:", err)
	}
	for _, tt := range []struct {
		home string
		args []string
	}{
		{bad, []string{"install", "--yes"}},
		{bad, []string{"install", "--yes", "--settings", filepath.Join(good, "s.json")}},
		{bad, []string{"rules", "add", "--yes", "--question", "Q?", "--answer", "A"}},
		{good, []string{"install", "--yes", "--settings", filepath.Join(bad, "s.json")}},
		{good, []string{"rules", "add", "--yes", "--question", "Q?", "--answer", "A", "--project", bad}},
	} {
		out, code := neveraskIn(t, tt.home)(tt.args...)
		if code == 0 || !strings.Contains(out, "UTF-8") {
			t.Errorf("%q: exit %d, %s", tt.args, code, out)
		}
	}
	for _, name := range []string{
		filepath.Join(bad, ".claude", "settings.json"), filepath.Join(bad, "s.json"), filepath.Join(good, "s.json"), filepath.Join(good, ".claude"),
		filepath.Join(bad, ".config", "neverask", "preferences.json"), filepath.Join(good, ".config", "neverask", "preferences.json"),
	} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%q was written", name)
		}
	}
}

// TestHardLinksStay: a file with two names is not made two files.
func TestHardLinksStay(t *testing.T) {
	home := t.TempDir()
	neverask := neveraskIn(t, home)
	path, second := filepath.Join(home, ".claude", "settings.json"), filepath.Join(home, "dotfiles.json")
	musttest.Write(t, path, "{}\n")
	if err := os.Link(path, second); err != nil {
		t.Skip("no hard links here:", err)
	}
	out, code := neverask("install", "--yes")
	if code != cli.Failed || !strings.Contains(out, "the file has 2 names (hard links)") {
		t.Errorf("exit %d, %s", code, out)
	}
	one, err := os.Stat(path)
	musttest.Do(t, err)
	if other, err := os.Stat(second); err != nil || !os.SameFile(one, other) {
		t.Errorf("the file has lost a name: %v", err)
	}
	musttest.Do(t, os.Remove(second))
	if out, code := neverask("install", "--yes"); code != 0 {
		t.Errorf("with one name: exit %d, %s", code, out)
	}
}
