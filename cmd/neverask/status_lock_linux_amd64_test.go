package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"neverask/settings/musttest"
)

// TestStatusWaitsLittleForTheLock: another process changes files for longer than
// anybody would wait for a look at them.
func TestStatusWaitsLittleForTheLock(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	run := neveraskIn(t, home)
	neverask := func(args ...string) (string, time.Duration) {
		start := time.Now()
		out, _ := run(args...)
		return out, time.Since(start)
	}
	for _, args := range [][]string{{"install", "--yes"}, {"rules", "add", "--question", "Q?", "--answer", "A", "--yes"}} {
		if out, _ := neverask(args...); !strings.Contains(out, "written") && !strings.HasPrefix(out, "r-") {
			t.Fatalf("%v: %s", args, out)
		}
	}
	looks := [][]string{{"status"}, {"doctor"}, {"hooks", "restore", "--list"}, {"rules", "list"}, {"hooks", "list"}, {"hooks", "conflicts"}}
	var free []time.Duration // how long they take on this machine, as busy as it is
	for _, args := range looks {
		_, took := neverask(args...)
		free = append(free, took)
	}
	lock := flock.New(filepath.Join(home, ".local", "state", "neverask", "lock"))
	musttest.Do(t, lock.Lock())
	defer lock.Close()
	for i, args := range looks {
		out, took := neverask(args...)
		if took > 8*time.Second+3*free[i] {
			t.Errorf("%v takes %v, and %v where nobody has the lock", args, took, free[i])
		}
		if (args[0] == "status" || args[len(args)-1] == "--list") && !strings.Contains(out, "cannot tell whether anything was lost: another neverask process is changing files") {
			t.Errorf("%v does not say that it could not look:\n%s", args, out)
		}
		t.Logf("%v: %v", args, took)
	}
}
