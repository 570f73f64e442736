package control

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"neverask/hooks/claude/clienttest"
)

// TestMain fails when a goroutine of this package outlives all tests, also those
// that do not look for themselves.
func TestMain(m *testing.M) {
	code := clienttest.Main(m)
	for deadline := time.Now().Add(time.Minute); code == 0 && len(goroutines()) > 0; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			fmt.Fprintf(os.Stderr, "goroutines are left:\n%s\n", strings.Join(goroutines(), "\n\n"))
			code = 1
		}
	}
	os.Exit(code)
}

// checkLeaks fails the test when a goroutine of this package outlives it.
func checkLeaks(t testing.TB) {
	t.Helper()
	t.Cleanup(func() {
		var left []string
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
			if left = goroutines(); len(left) == 0 {
				return
			}
		}
		t.Errorf("%d goroutines are left:\n%s", len(left), strings.Join(left, "\n\n"))
	})
}

// goroutines are the stacks of those that run code of this package, without the
// tests themselves.
func goroutines() []string {
	b := make([]byte, 1<<20)
	var ours []string
	for stack := range strings.SplitSeq(string(b[:runtime.Stack(b, true)]), "\n\n") {
		if strings.Contains(stack, "neverask/hooks/control") && !strings.Contains(stack, "testing.tRunner") && !strings.Contains(stack, "control.TestMain") && !strings.Contains(stack, "testing.(*F).Fuzz") {
			ours = append(ours, stack)
		}
	}
	return ours
}

// until waits for what must be, and else ends the test.
func until(t testing.TB, not string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(not)
		}
	}
}
