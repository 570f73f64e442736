package saferead

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"neverask/settings/musttest"
)

// TestNothingIsWaitedFor reads what a repository can put where a file should be. A
// read that waits or does not end fails by the test's own time limit.
func TestNothingIsWaitedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	link := func(to string) func(string) error {
		return func(name string) error { return os.Symlink(to, name) }
	}
	for what, place := range map[string]struct {
		make func(name string) error
		want string
	}{
		"pipe":              {func(name string) error { return syscall.Mkfifo(name, 0o600) }, "a named pipe"},
		"zero":              {link("/dev/zero"), "a device"},
		"random":            {link("/dev/urandom"), "a device"},
		"tty":               {link("/dev/tty"), "a device"},
		"stdin":             {link("/dev/stdin"), "not a regular file"},
		"directory":         {link("/"), "a directory"},
		"loop":              {func(name string) error { return os.Symlink(name, name) }, "too many levels"},
		"memory":            {link("/proc/self/mem"), "input/output error"},
		"kernel's messages": {link("/proc/kmsg"), ""},
		"core":              {link("/proc/kcore"), "longer than 1 MB"},
		"sparse":            {sparse, "longer than 1 MB"},
		"socket": {func(name string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		}, "a socket"},
	} {
		path := filepath.Join(dir, what)
		musttest.Do(t, place.make(path))
		if _, err := os.Stat(path); place.want == "" && err != nil {
			continue // not on this machine
		}
		b, err := readBoth(t, path, 1<<20)
		if err == nil || !strings.Contains(err.Error(), place.want) && !os.IsPermission(err) && !os.IsNotExist(err) {
			t.Errorf("%s: %d bytes, %v", what, len(b), err)
		}
		if err != nil && strings.Count(err.Error(), path) > 1 {
			t.Errorf("%s is named more than once: %v", what, err)
		}
		if b, err := ReadHead(path, 1<<10); what == "sparse" && (err != nil || len(b) != 1<<10) || what != "sparse" && len(b) > 1<<10 {
			t.Errorf("the head of %s: %d bytes, %v", what, len(b), err)
		}
		if Writable(path) && what != "sparse" && what != "memory" && what != "kernel's messages" {
			t.Errorf("%s is a file that may be written", what)
		}
	}
}

func sparse(name string) error {
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		return err
	}
	return os.Truncate(name, 4<<30)
}

// TestFilesOfTheKernel: they say that they are empty, and are read all the same, to
// the limit.
func TestFilesOfTheKernel(t *testing.T) {
	t.Parallel()
	if b, err := ReadFile("/proc/self/status", 1<<20); err != nil || !strings.Contains(string(b), "VmRSS") {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if text, err := ReadString("/proc/self/status", 1<<20); err != nil || !strings.Contains(text, "VmRSS") {
		t.Errorf("%d bytes as text, %v", len(text), err)
	}
	if _, err := readBoth(t, "/proc/self/status", 10); err == nil || !strings.Contains(err.Error(), "longer than 10 bytes") {
		t.Errorf("beyond the limit: %v", err)
	}
}
