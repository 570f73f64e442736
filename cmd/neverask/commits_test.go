//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommitSubjects: .ci/commits passes subjects that begin with a path of the
// repository, and says what is wrong with others, for commits as for a message.
func TestCommitSubjects(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs a hundred processes")
	}
	for _, tool := range []string{"git", "bash"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	script, err := filepath.Abs("../../.ci/commits")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		// Nothing of the environment, which can name another repository.
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	git := func(args ...string) {
		t.Helper()
		if out, err := run("git", args...); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(path), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "main")
	for _, path := range []string{"README.md", "settings/doc.go", "hooks/control/doc.go", "gone/doc.go"} {
		write(path)
	}
	git("add", ".")
	git("commit", "-qm", "Begin")
	git("checkout", "-qb", "work")
	git("rm", "-q", "gone/doc.go")
	write("new/doc.go")
	git("add", ".")
	message := filepath.Join(dir, ".git", "COMMIT_EDITMSG")
	for _, c := range []struct{ subject, says string }{
		{"hooks/control: count prompts by uuid", ""},
		{"settings, hooks/control: read in one place", ""},
		{"README.md: say where to begin", ""},
		{"new: hold what is new", ""},
		{"gone: leave it out", ""},
		{"all: use what Go has", ""},
		{"ci: run less", ""},
		{"Revert \"settings: wait\"", ""},
		{"fixup! settings: wait", ""},
		{"Count prompts by uuid", "begin with a package"},
		{"settings:count", "begin with a package"},
		{"settings: count.", "full stop"},
		{"hooks/nothing: count prompts", "there is no hooks/nothing"},
		{"settings, nothing: count prompts", "there is no nothing"},
		{"fix: count prompts", "there is no fix"},
		{"settings(journal): count prompts", "there is no settings(journal)"},
	} {
		holds := func(how, out string, err error) {
			t.Helper()
			if (err == nil) != (c.says == "") || !strings.Contains(out, c.says) {
				t.Errorf("%s: %q: %v, want %q\n%s", how, c.subject, err, c.says, out)
			}
		}
		if err := os.WriteFile(message, []byte(c.subject+"\n\nwhy\n# a comment\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := run(script, message)
		holds("as a message", out, err)
		git("commit", "-q", "--no-verify", "--allow-empty", "-m", c.subject)
		out, err = run(script)
		holds("as a commit", out, err)
		git("reset", "-q", "--soft", "main")
	}
}
