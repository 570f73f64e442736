//go:build unix

package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/must"
)

// TestPatience: chained hooks get the time they had, and we are done before the
// client loses patience with us.
func TestPatience(t *testing.T) {
	for _, limit := range []time.Duration{100 * time.Millisecond, 5 * time.Second, time.Minute, chain.DefaultLimit, time.Hour} {
		entries := []chain.Entry{{Active: true, Event: hooks.EventPreToolUse, Command: chain.Command{Limit: limit}}}
		h := hook{records: records{env: Env{Budget: Budget}}, chained: chained{event: hooks.EventPreToolUse}}
		var budget time.Duration
		h.watch.extend = func(d time.Duration) { budget = d }
		start := time.Now()
		ctx, done := h.patience(entries)
		at, _ := ctx.Deadline()
		theirs := at.Sub(start)
		done()
		if limit < chain.DefaultLimit-4*time.Second && theirs < limit {
			t.Errorf("%v: they are ended after %v", limit, theirs)
		}
		// We may have used our own budget already when they start.
		if client := chain.Patience(entries, hooks.EventPreToolUse); budget < theirs+Budget/4 || Budget+budget >= client {
			t.Errorf("%v: they are ended after %v, we after %v, and the client waits %v", limit, theirs, budget, client)
		}
	}
}

// TestChainedMayTakeLonger: what is our own time is not theirs.
func TestChainedMayTakeLonger(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for more than two seconds")
	}
	w := newWorld(t, testsRule)
	w.chainLine("sleep 2.3; exit 2")
	env := w.hook()
	env.Budget = 2 * time.Second
	if status := Main(nil, strings.NewReader(pre(tests)), &bytes.Buffer{}, env); status != 2 {
		t.Errorf("exit status %d", status)
	}
}

// TestStatusAfterPrinting: what comes after the output may take too long, and the
// status that belongs to it stays.
func TestStatusAfterPrinting(t *testing.T) {
	var o output
	o.print(&bytes.Buffer{}, &bytes.Buffer{}, chain.Output{Exit: 2}, func() {
		if _, ok := o.close(); ok {
			t.Error("it may end while it prints")
		}
	})
	if status, ok := o.close(); status != 2 || !ok {
		t.Errorf("got %d, %v", status, ok)
	}
}

// TestTimeIsOverForChained: what runs when our time is over is ended at once.
func TestTimeIsOverForChained(t *testing.T) {
	t.Parallel()
	w := newWorld(t, testsRule)
	pids := filepath.Join(w.home, "pids")
	e := chain.Entry{ID: "a", Active: true, Event: hooks.EventPreToolUse, Mode: chain.First, Command: chain.Command{Line: "echo $$ >" + pids + "; sleep 60 & sleep 60", Limit: time.Minute}}
	h := hook{records: records{env: w.hook(), paths: w.paths}, chained: chained{event: hooks.EventPreToolUse, entries: []chain.Entry{e}, said: make([]*chain.Output, 1)}}
	h.watch.extend = func(time.Duration) {}
	h.watch.end() // nothing runs yet
	ended := make(chan struct{})
	go func() {
		h.runChained(false)
		close(ended)
	}()
	group := leader(t, pids)
	h.watch.end()
	<-ended
	gone(t, group)
	if out := h.chained.said[0]; out.Fault != "it was interrupted" {
		t.Errorf("got %+v", out)
	}
}

// leader waits for a process id in a file: that of the leader of a process group.
func leader(t *testing.T, file string) int {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if b, err := os.ReadFile(file); err == nil && strings.HasSuffix(string(b), "\n") {
			pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
			must.Do(t, err)
			return pid
		}
	}
	t.Fatal("it has not started")
	return 0
}

// gone waits until a process group has ended.
func gone(t *testing.T, group int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); syscall.Kill(-group, 0) == nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("a process is left")
		}
	}
}
