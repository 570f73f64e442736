//go:build unix

package ownfile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for range 2 {
		f, err := Append(path)
		musttest.Do(t, err)
		if _, err := f.WriteString("line\n"); err != nil {
			t.Error(err)
		}
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, 0); err != nil || last[0] != 'l' {
			t.Errorf("%q, %v", last, err)
		}
		f.Close()
	}
	b, err := os.ReadFile(path)
	info, statErr := os.Stat(path)
	if err != nil || statErr != nil || string(b) != "line\nline\n" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v, %v", b, info, err, statErr)
	}
}

// TestNotOurs: what somebody has put in the place of a file is neither written to nor
// waited for.
func TestNotOurs(t *testing.T) {
	for name, tt := range map[string]struct {
		put  func(path string) error
		want string
	}{
		"a link":       {func(path string) error { return os.Symlink(path+"-target", path) }, "symbolic link"},
		"a pipe":       {func(path string) error { return syscall.Mkfifo(path, 0o600) }, "not a regular file but a named pipe"},
		"a directory":  {func(path string) error { return os.Mkdir(path, 0o700) }, "is a directory"},
		"no directory": {func(path string) error { return os.RemoveAll(filepath.Dir(path)) }, "no such file"},
		"a socket":     {func(path string) error { return syscall.Mknod(path, syscall.S_IFSOCK|0o600, 0) }, "no such device"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "log")
			if err := tt.put(path); err != nil {
				t.Skip(err)
			}
			done := make(chan error, 1)
			go func() {
				_, err := Append(path)
				done <- err
			}()
			select {
			case err := <-done:
				if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
					t.Errorf("got %v, want %q", err, tt.want)
				}
			case <-time.After(20 * time.Second):
				t.Fatal("it waits")
			}
			if _, err := os.Lstat(path + "-target"); err == nil {
				t.Error("the link was followed")
			}
		})
	}
}

func TestTryLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.lock")
	first, ok := TryLock(path)
	if !ok {
		t.Fatal("nobody has it, and it is not to be had")
	}
	if second, ok := TryLock(path); ok {
		t.Error("two have it:", second)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	again, ok := TryLock(path)
	if !ok {
		t.Error("it was not given back")
	}
	again.Close()
	link := path + "-link"
	musttest.Do(t, os.Symlink(path+"-target", link))
	if _, ok := TryLock(link); ok {
		t.Error("the lock is a link")
	}
	if _, err := os.Lstat(path + "-target"); err == nil {
		t.Error("the link was followed")
	}
}
