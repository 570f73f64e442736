//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	"neverask/hooks/rule/question"
	"neverask/tui/termtest"
)

// TestYesMustBeSaid: on a terminal an empty line means no, to acceptance,
// revocation and confirmation alike.
func TestYesMustBeSaid(t *testing.T) {
	t.Parallel()
	dir := cmdtest.Programs(t)
	root := termtest.Dir(t, "")
	write := func(name, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	repo, preferences := filepath.Join(root, "repo"), filepath.Join(root, "na", "config", "preferences.json")
	write(filepath.Join(repo, question.ProposalFile), `{"version":1,"rules":[{"id":"a","match":{"exact":"Run the tests?"},"mode":"never-ask","answer":"Yes"}]}`)
	run := func(asked, typed, said string, args ...string) {
		t.Helper()
		cmd := exec.Command(filepath.Join(dir, "neverask"), args...)
		cmd.Dir, cmd.Env = repo, []string{"HOME=" + root, "NEVERASK_HOME=" + filepath.Join(root, "na"), "PATH=" + os.Getenv("PATH")}
		term := termtest.Start(t, cmd, 120, 40)
		if asked != "" {
			term.WaitText(asked + " [y/N]")
			term.Type(typed)
			term.Key("enter")
		}
		if status := term.Wait(); status != 0 || !strings.Contains(term.Screen(), said) {
			t.Errorf("neverask %s, %q: exit status %d\n%s", strings.Join(args, " "), typed, status, term.Screen())
		}
	}
	const accept, forget, confirm = "Accept exactly this?", "Revoke it?", "make these changes?"
	for _, no := range []string{"", "n", "maybe"} {
		run(accept, no, "nothing was changed", "rules", "trust")
	}
	if _, err := os.Stat(preferences); !os.IsNotExist(err) {
		t.Errorf("accepted without a yes: %v", err)
	}
	run(accept, "y", "Accepted.", "rules", "trust")
	run(forget, "", "nothing was changed", "rules", "trust", "--revoke")
	run("", "", "(accepted)", "rules", "trust", "list")
	run(forget, "yes", "Revoked.", "rules", "trust", "--revoke")

	run("", "", "nothing to confirm", "rules", "confirm")
	write(preferences, `{"version":1,"rules":[{"id":"new","match":{"exact":"Go on?"},"mode":"never-ask","answer":"Yes"}]}`)
	run(confirm, "", "nothing was confirmed", "rules", "confirm")
	run(confirm, "y", "new appeared", "rules", "confirm")
	run("", "", "nothing to confirm", "rules", "confirm")
}
