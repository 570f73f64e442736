package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/tui/termtest"
)

// TestReviewAsks: on a terminal each hook is asked about, an empty line skips, what was
// said before the end counts, and nothing else.
func TestReviewAsks(t *testing.T) {
	t.Parallel()
	dir, root := cmdtest.Programs(t), termtest.Dir(t, "")
	file := filepath.Join(root, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(settingsOf("Stop", "", "one", "two", "three")), 0o600); err != nil {
		t.Fatal(err)
	}
	review := func(asked, want string, answers ...string) {
		t.Helper()
		cmd := exec.Command(filepath.Join(dir, "neverask"), "hooks", "review")
		cmd.Dir, cmd.Env = root, []string{"HOME=" + root, "PATH=" + os.Getenv("PATH")}
		term := termtest.Start(t, cmd, 120, 60)
		for _, answer := range answers {
			term.WaitText(asked)
			term.WaitText("Have you seen it?")
			term.Type(answer)
			term.Key("enter")
		}
		term.WaitText(want)
		if code := term.Wait(); code != 0 {
			t.Errorf("%q: exit code %d\n%s", answers, code, term.Screen())
		}
	}
	review("1 of 3", "0 hooks kept as seen.", "", "maybe", "", "skip")
	review("1 of 3", "1 hook kept as seen.", "y", "q")
	review("1 of 2", "2 hooks kept as seen.", "yes", "y")
	review("", "no hook has changed since you saw it")
}
