package conflict

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A brand is how the processes of a probe are told from all others. A process
// hands both on to everything that it starts.
type brand struct {
	env   []byte // stands in the environment
	limit []byte // stands in the limits, also of one that has cleared its environment
}

// leastLimit and mostLimit bound the size of message queues that brands a
// process. Nothing that a hook does needs any.
const leastLimit, mostLimit = 100_000, 800_000

// burn brands this process, and so all that it starts, until restore is called.
func burn(mark string) (b brand, restore func()) {
	b.env = []byte(probeMark + "=" + mark)
	var old unix.Rlimit
	if err := unix.Prlimit(0, unix.RLIMIT_MSGQUEUE, nil, &old); err != nil || old.Max < mostLimit {
		return b, func() {}
	}
	limit := leastLimit + rand.Uint64N(mostLimit-leastLimit)
	if err := unix.Prlimit(0, unix.RLIMIT_MSGQUEUE, &unix.Rlimit{Cur: limit, Max: old.Max}, nil); err != nil {
		return b, func() {}
	}
	b.limit = fmt.Appendf(nil, "%-25s %-20d ", "Max msgqueue size", limit)
	return b, func() {
		_ = unix.Prlimit(0, unix.RLIMIT_MSGQUEUE, &old, nil) // going back to what it was is allowed
	}
}

// has reports whether the process with this directory in /proc is branded. One
// that has ended, or is another person's, cannot be read.
func (b brand) has(proc string) bool {
	env, err := os.ReadFile(filepath.Join(proc, "environ"))
	if err == nil && bytes.Contains(env, b.env) {
		return true
	}
	limits, err := os.ReadFile(filepath.Join(proc, "limits"))
	return err == nil && len(b.limit) > 0 && bytes.Contains(limits, b.limit) && !zombie(proc)
}

// zombie reports whether a process waits for nothing but to be forgotten: its
// limits can still be read.
func zombie(proc string) bool {
	stat, err := os.ReadFile(filepath.Join(proc, "stat"))
	return err != nil || bytes.HasPrefix(stat[bytes.LastIndexByte(stat, ')')+1:], []byte(" Z"))
}

// killAll ends every process of a probe: those of its process group, and those
// that have left it but are branded. It returns when none is left.
func (b brand) killAll(pid int) {
	for range 50 {
		_ = unix.Kill(-pid, unix.SIGKILL) // fails when the group is gone
		left := false
		processes, _ := filepath.Glob("/proc/[0-9]*")
		for _, proc := range processes {
			other, err := strconv.Atoi(filepath.Base(proc))
			if err != nil || other == os.Getpid() || !b.has(proc) {
				continue
			}
			left = true
			_ = unix.Kill(other, unix.SIGKILL)
		}
		if !left {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}
