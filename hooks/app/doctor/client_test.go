//go:build linux

package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/installer"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/must"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

// session runs the client once for a command, and returns the names of the recorders
// that ran.
func session(lab *ct.Lab) map[string]bool {
	lab.ForgetRuns()
	lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	lab.Headless(strings.NewReader(""), "hello", "--permission-mode=default", "--allowedTools=Bash")
	ran := map[string]bool{}
	for _, r := range lab.Runs() {
		ran[r.Name] = true
	}
	return ran
}

func newInstaller(t *testing.T, home, dir string) *installer.Installer {
	t.Helper()
	in, err := installer.New(installer.Env{GOOS: "linux", Dir: dir, Executable: os.Args[0], Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }})
	must.Do(t, err)
	in.ManagedDir = filepath.Join(home, "none")
	return in
}

// TestClientLeavesOutSilently: of each file that docs/silent-hooks.md shows, the client
// does not run the hook, and the doctor finds why.
func TestClientLeavesOutSilently(t *testing.T) {
	page, err := os.ReadFile("../../../docs/silent-hooks.md")
	must.Do(t, err)
	lab := ct.New(t)
	mark := lab.Recorder("tool_name")
	lab.ProjectSettings(`{"permissions": {"allow": ["Bash"]}}`)
	run := func(file string) map[string]bool {
		lab.Settings(file)
		return session(lab)
	}
	if marks := run(`{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "` + mark + ` B"}]}]}}`); !marks["B"] {
		t.Fatalf("the hook does not run to begin with: %v", marks)
	}
	shown := 0
	for block := range strings.SplitSeq(string(page), "\n```json ") {
		id, rest, ok := strings.Cut(block, "\n")
		file, _, closed := strings.Cut(rest, "\n```")
		if shown++; shown == 1 || !ok || !closed {
			continue // what stands before the first
		}
		file = strings.ReplaceAll(file, "~/hooks/guard.sh", mark+" B")
		if marks := run(file); marks["B"] {
			t.Errorf("%s: the hook runs:\n%s", id, file)
		}
		o := Options{Installer: newInstaller(t, lab.Home, lab.Project), Env: []string{"HOME=" + lab.Home, "PATH=/usr/bin:/bin"}}
		if found := Hooks(o); !slices.ContainsFunc(found, func(f Finding) bool { return f.ID == id }) {
			t.Errorf("the doctor does not find %s: %+v", id, found)
		}
	}
	if shown < 10 {
		t.Errorf("%d files are shown", shown-1)
	}
}
