//go:build linux

package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks/app/installer"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

// session runs the client once for a command, and returns the names of the recorders
// that ran.
func session(lab *ct.Lab, args ...string) map[string]bool {
	lab.ForgetRuns()
	lab.Turns(ct.ToolUse("Bash", map[string]string{"command": "true"}), ct.Text("finished"))
	lab.Headless(strings.NewReader(""), append([]string{"hello", "--permission-mode=default", "--allowedTools=Bash"}, args...)...)
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
	musttest.Do(t, err)
	in.ManagedDir = filepath.Join(home, "none")
	return in
}

// TestClientLeavesOutSilently: of each file that docs/doctor.md shows, the client
// does not run the hook, and the doctor finds why. A session reads several of them, each
// in the place of another settings file, and runs a hook that no file of theirs touches. That
// it runs what those files say is held by TestClientAgreesOnFiles.
func TestClientLeavesOutSilently(t *testing.T) {
	t.Parallel()
	lab := ct.New(t)
	recorder := lab.Recorder("tool_name")
	other := `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "` + recorder + ` other"}]}]}}`
	page, err := os.ReadFile("../../../docs/doctor.md")
	musttest.Do(t, err)
	blocks := strings.Split(string(page), "\n```json ")[1:]
	if len(blocks) < 10 {
		t.Errorf("%d files are shown", len(blocks))
	}
	// Hooks that are switched off by one file are so in all.
	off := slices.IndexFunc(blocks, func(block string) bool { return strings.HasPrefix(block, "hooks-switched-off\n") })
	alone := blocks[off : off+1]
	for some := range slices.Chunk(slices.Concat(blocks[:off], blocks[off+1:]), len(slots)) {
		leftOut(t, lab, some, recorder, other)
	}
	leftOut(t, lab, alone, recorder, "{}")
}

// leftOut puts files that a page shows in the places of settings files, and runs the client
// beside them with settings of the caller's, which must be heeded.
func leftOut(t *testing.T, lab *ct.Lab, blocks []string, recorder, beside string) {
	t.Helper()
	for slot := range slots {
		text := "{}"
		if slot < len(blocks) {
			_, rest, _ := strings.Cut(blocks[slot], "\n")
			text, _, _ = strings.Cut(rest, "\n```")
		}
		musttest.Write(t, filepath.Join(lab.Root, slots[slot]), strings.ReplaceAll(text, "~/hooks/guard.sh", fmt.Sprint(recorder, " ", slot)))
	}
	ran := session(lab, "--settings", beside)
	if beside != "{}" && !ran["other"] {
		t.Errorf("no hook runs at all: %v", ran)
	}
	o := Options{Installer: newInstaller(t, lab.Home, lab.Project), Env: []string{"HOME=" + lab.Home, "PATH=/usr/bin:/bin"}}
	found := Hooks(o)
	for slot, block := range blocks {
		id, _, _ := strings.Cut(block, "\n")
		if ran[fmt.Sprint(slot)] {
			t.Errorf("the hook runs: %s", block)
		}
		file := filepath.Join(lab.Root, slots[slot])
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.ID == id && f.File == file }) {
			t.Errorf("the doctor does not find %s in %s: %+v", id, file, found)
		}
	}
}
