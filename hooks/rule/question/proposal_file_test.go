//go:build unix

package question

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/must"
)

// TestReadProposal puts everything into a repository that could stand where the
// proposal is expected.
func TestReadProposal(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	must.Write(t, outside, "secret")
	write := func(name, content string) error { return os.WriteFile(name, []byte(content), 0o600) }
	for _, tt := range []struct {
		name string
		put  func(dir, name string) error
		want string
		fail string
	}{
		{"a file", func(_, name string) error { return write(name, "content") }, "content", ""},
		{"an empty file", func(_, name string) error { return write(name, "") }, "", ""},
		{"the longest file", func(_, name string) error { return write(name, strings.Repeat("x", MaxProposal)) }, strings.Repeat("x", MaxProposal), ""},
		{"a longer file", func(_, name string) error { return write(name, strings.Repeat("x", MaxProposal+1)) }, "", "longer than 64 KB"},
		{"a file of a terabyte", func(_, name string) error {
			if err := write(name, ""); err != nil {
				return err
			}
			return os.Truncate(name, 1<<40)
		}, "", "longer than 64 KB"},
		{"nothing", func(_, name string) error { return nil }, "", "no such file"},
		{"a directory", func(_, name string) error { return os.Mkdir(name, 0o700) }, "", "not a regular file"},
		{"a pipe", func(_, name string) error { return syscall.Mkfifo(name, 0o600) }, "", "not a regular file"},
		{"a link to a device", func(_, name string) error { return os.Symlink("/dev/zero", name) }, "", "path escapes"},
		{"a link out", func(_, name string) error { return os.Symlink(outside, name) }, "", "path escapes"},
		{"a relative link out", func(dir, name string) error {
			to, err := filepath.Rel(filepath.Dir(name), outside)
			if err != nil {
				return err
			}
			return os.Symlink(to, name)
		}, "", "path escapes"},
		{"a link to itself", func(_, name string) error { return os.Symlink(filepath.Base(name), name) }, "", "too many"},
		{"a link inside", func(dir, name string) error {
			if err := write(filepath.Join(dir, "shared.json"), "content"); err != nil {
				return err
			}
			return os.Symlink("../shared.json", name)
		}, "content", ""},
		{"a link to a pipe inside", func(dir, name string) error {
			if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
				return err
			}
			return os.Symlink("../pipe", name)
		}, "", "not a regular file"},
		{"a linked directory out", func(dir, name string) error {
			if err := os.Remove(filepath.Dir(name)); err != nil {
				return err
			}
			return os.Symlink(filepath.Dir(outside), filepath.Dir(name))
		}, "", "path escapes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, ProposalFile)
			must.Do(t, os.Mkdir(filepath.Dir(name), 0o700))
			must.Do(t, tt.put(dir, name))
			start := time.Now()
			got, err := ReadProposal(dir)
			if tt.fail == "" && err != nil || tt.fail != "" && (err == nil || !strings.Contains(err.Error(), tt.fail)) {
				t.Errorf("error %v, want %q", err, tt.fail)
			}
			if string(got) != tt.want || tt.fail != "" && got != nil {
				t.Errorf("read %d bytes", len(got))
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
	if _, err := ReadProposal(filepath.Join(t.TempDir(), "gone")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no project: %v", err)
	}
}
