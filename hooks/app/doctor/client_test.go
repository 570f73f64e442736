//go:build linux

package doctor

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"neverask/hooks/app/planner"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

func newPlanner(t *testing.T, home, dir string) *planner.Planner {
	t.Helper()
	in, err := planner.New(planner.Env{GOOS: "linux", Dir: dir, Executable: os.Args[0], Version: "test", Now: time.Now,
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] }})
	musttest.Do(t, err)
	in.ManagedDir = filepath.Join(home, "none")
	return in
}
