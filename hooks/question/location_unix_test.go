//go:build unix

package question

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestWithinWaitsForNoPipe: whoever makes a folder must not be able to take the time
// of those who look at it.
func TestWithinWaitsForNoPipe(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".git"), "gitdir: git\n")
	write(t, filepath.Join(dir, "git", "gitdir"), filepath.Join(dir, ".git")+"\n")
	if err := syscall.Mkfifo(filepath.Join(dir, "git", "commondir"), 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	done := make(chan bool, 1)
	go func() { done <- NewLocation(dir).Within("/somewhere/else") }()
	select {
	case within := <-done:
		if within {
			t.Error("a pipe says where the main checkout is")
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it waits for the pipe")
	}
}
