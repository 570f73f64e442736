//go:build unix

package worktree

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

// TestFindWaitsForNoPipe: whoever makes a folder must not be able to take the time
// of those who look at it, nor what is typed into their terminal.
func TestFindWaitsForNoPipe(t *testing.T) {
	for _, name := range []string{"tree/.git", "main/.git/worktrees/tree/gitdir", "main/.git/worktrees/tree/commondir"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := Real(t.TempDir())
			shape{files: linked(nil)}.build(t, root)
			pipe := filepath.Join(root, name)
			musttest.Do(t, os.Remove(pipe))
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no pipes here:", err)
			}
			done := make(chan Checkout, 1)
			go func() { done <- Find(filepath.Join(root, "tree")) }()
			select {
			case c := <-done:
				if c.Linked() {
					t.Error("a pipe says where the main checkout is")
				}
			case <-time.After(2 * time.Minute):
				t.Fatal("it waits for the pipe")
			}
		})
	}
}
