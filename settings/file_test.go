//go:build unix

package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"neverask/settings/musttest"
)

func TestSymlinks(t *testing.T) {
	b := newBench(t, "")
	resolved := filepath.Join(b.dir, "dotfiles", "settings.json")
	musttest.Do(t, os.MkdirAll(filepath.Dir(resolved), 0o700))
	musttest.Do(t, os.MkdirAll(filepath.Dir(b.path), 0o700))
	musttest.Do(t, os.WriteFile(resolved, []byte(original), 0o644))
	for i, link := range [][2]string{{resolved, filepath.Join(b.dir, "mid")}, {"../../mid", b.path}} {
		if err := os.Symlink(link[0], link[1]); err != nil {
			t.Fatal(i, err)
		}
	}
	r := b.apply(b.plan())
	if r.Target != resolved {
		t.Errorf("target %s, want %s", r.Target, resolved)
	}
	for _, link := range []string{b.path, filepath.Join(b.dir, "mid")} {
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no longer a symlink", link)
		}
	}
	if content, _ := os.ReadFile(resolved); !strings.Contains(string(content), "/bin/h") {
		t.Errorf("the target was not written: %s", content)
	}

	for name, link := range map[string]string{"dangling": "nowhere", "loop": filepath.Base(b.path)} {
		musttest.Do(t, os.Remove(b.path))
		musttest.Do(t, os.Symlink(link, b.path))
		if _, err := Load(b.path); err == nil || !strings.Contains(err.Error(), "symlink") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	musttest.Do(t, syscall.Mkfifo(pipe, 0o600))
	file := filepath.Join(dir, "file")
	musttest.Do(t, os.WriteFile(file, []byte("{,}"), 0o600))
	for path, want := range map[string]string{
		dir: "a directory", filepath.Join(dir, strings.Repeat("x", 300)): "too long", pipe: "a named pipe", filepath.Join(file, "x", "y"): "a part of the path is a file", file: file + ":1:2: unexpected ','",
	} {
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

// TestUndoBehindALink: a file that neverask made, and that was moved behind a
// symlink since, is not taken away from under the link.
func TestUndoBehindALink(t *testing.T) {
	b := newBench(t, "")
	r := b.apply(b.plan())
	moved := filepath.Join(b.dir, "dotfiles.json")
	musttest.Do(t, errors.Join(os.Rename(b.path, moved), os.Symlink(moved, b.path)))
	if p, err := b.store.Undo(r); !errors.Is(err, ErrInTheWay) {
		t.Errorf("got %v and a plan for %s", err, p.Target)
	}
}

// lateDir is a disk on which another command creates a directory just after it was looked for.
type lateDir struct {
	disk
	dir string
}

func (d lateDir) EvalSymlinks(name string) (string, error) {
	resolved, err := d.disk.EvalSymlinks(name)
	if name == d.dir {
		_ = os.MkdirAll(d.dir, 0o700)
	}
	return resolved, err
}

// TestDirectoryCreatedMeanwhile: a directory that another command creates while the place of a
// new file is looked for is no mistake.
func TestDirectoryCreatedMeanwhile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	f, err := resolve(lateDir{osDisk{}, dir}, filepath.Join(dir, "settings.json"))
	if want, _ := filepath.EvalSymlinks(dir); err != nil || f.Target != filepath.Join(want, "settings.json") {
		t.Errorf("%+v, %v", f, err)
	}
	link := filepath.Join(t.TempDir(), "link")
	musttest.Do(t, os.Symlink("/none", link))
	if _, err := resolve(osDisk{}, filepath.Join(link, "settings.json")); err == nil {
		t.Error("a link to nowhere is a directory")
	}
}
