//go:build unix

package settings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const original = "{\n  \"model\": \"opus\"\n}\n"

// bench is a settings file and a store in a fresh directory.
type bench struct {
	t     *testing.T
	dir   string
	path  string
	store *Store
}

func newBench(t *testing.T, content string) *bench {
	t.Helper()
	dir := t.TempDir()
	b := &bench{t: t, dir: dir, path: filepath.Join(dir, "home", ".claude", "settings.json")}
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b.store = NewStore(filepath.Join(dir, "state"), func() time.Time { clock = clock.Add(time.Second); return clock })
	if content != "" {
		b.write(content)
	} else if err := os.MkdirAll(filepath.Join(dir, "home"), 0o700); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) write(content string) {
	b.t.Helper()
	if err := os.MkdirAll(filepath.Dir(b.path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(b.path, []byte(content), 0o640); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) plan() Plan {
	b.t.Helper()
	f, err := Load(b.path)
	if err != nil {
		b.t.Fatal(err)
	}
	doc, err := f.Document.Append(Path{"hooks", "PreToolUse"}, group)
	if err != nil {
		b.t.Fatal(err)
	}
	return f.Plan(doc)
}

func (b *bench) apply(p Plan) Receipt {
	b.t.Helper()
	r, err := b.store.Apply(context.Background(), p, "install")
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// content returns the file's content, or "" when there is none.
func (b *bench) content() string {
	b.t.Helper()
	content, err := os.ReadFile(b.path)
	if err != nil && !os.IsNotExist(err) {
		b.t.Fatal(err)
	}
	return string(content)
}

// litter lists everything below home but the settings file itself.
func (b *bench) litter() (names []string) {
	_ = filepath.WalkDir(filepath.Join(b.dir, "home"), func(path string, e os.DirEntry, _ error) error {
		if path != b.path && !(e.IsDir() && path == filepath.Join(b.dir, "home")) && path != filepath.Dir(b.path) {
			names = append(names, path)
		}
		return nil
	})
	return names
}

func TestApplyAndUndo(t *testing.T) {
	for _, content := range []string{original, "", " \n", "\xef\xbb\xbf{}"} {
		t.Run(content, func(t *testing.T) {
			b := newBench(t, content)
			p := b.plan()
			r := b.apply(p)
			if b.content() != string(p.After) {
				t.Fatalf("got %q, want %q", b.content(), p.After)
			}
			undo, err := b.store.Undo(r)
			if err != nil {
				t.Fatal(err)
			}
			u, err := b.store.Apply(context.Background(), undo, "undo")
			if err != nil {
				t.Fatal(err)
			}
			if b.content() != content || len(b.litter()) > 0 {
				t.Fatalf("after undo %q and %v, want %q", b.content(), b.litter(), content)
			}
			if content == "" {
				if _, err := os.Stat(filepath.Dir(b.path)); !os.IsNotExist(err) {
					t.Errorf("the directory that was made is still there: %v", err)
				}
			}
			redo, err := b.store.Undo(u)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.store.Apply(context.Background(), redo, "redo"); err != nil {
				t.Fatal(err)
			}
			if b.content() != string(p.After) {
				t.Errorf("after redo %q, want %q", b.content(), p.After)
			}
			all, err := b.store.History()
			if err != nil || len(all) != 3 || all[0].State != Applied || all[1].State != Undone || all[2].State != Applied {
				t.Errorf("history %+v, %v", all, err)
			}
		})
	}
}

func TestModeOwnerAndNewFile(t *testing.T) {
	b := newBench(t, original)
	for _, mode := range []os.FileMode{0o600, 0o644, 0o640} {
		if err := os.Chmod(b.path, mode); err != nil {
			t.Fatal(err)
		}
		b.apply(b.plan())
		if info, _ := os.Stat(b.path); info.Mode() != mode {
			t.Errorf("mode %v became %v", mode, info.Mode())
		}
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(b.path, 1234, 2345); err != nil {
			t.Fatal(err)
		}
		b.apply(b.plan())
		info, _ := os.Stat(b.path)
		if st := info.Sys().(*syscall.Stat_t); st.Uid != 1234 || st.Gid != 2345 {
			t.Errorf("owner became %d:%d", st.Uid, st.Gid)
		}
	}
	fresh := newBench(t, "")
	fresh.apply(fresh.plan())
	if info, _ := os.Stat(fresh.path); info.Mode() != 0o600 {
		t.Errorf("a new file has mode %v", info.Mode())
	}
	if info, _ := os.Stat(filepath.Dir(fresh.path)); info.Mode().Perm() != 0o700 {
		t.Errorf("a new directory has mode %v", info.Mode())
	}
}

func TestChangedFileIsNotOverwritten(t *testing.T) {
	for name, foreign := range map[string]func(b *bench) error{
		"rewritten":  func(b *bench) error { return os.WriteFile(b.path, []byte("{}"), 0o600) },
		"same size":  func(b *bench) error { return os.WriteFile(b.path, []byte(strings.ToUpper(original)), 0o600) },
		"gone":       func(b *bench) error { return os.Remove(b.path) },
		"now a link": func(b *bench) error { return os.Rename(b.path, b.path+".x") },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, original)
			p := b.plan()
			if err := foreign(b); err != nil {
				t.Fatal(err)
			}
			if name == "now a link" {
				if err := os.Symlink(b.path+".x", b.path); err != nil {
					t.Fatal(err)
				}
			}
			want := b.content()
			if _, err := b.store.Apply(context.Background(), p, "install"); !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
			if b.content() != want {
				t.Errorf("the foreign change was lost: %q", b.content())
			}
		})
	}
	t.Run("made by somebody else", func(t *testing.T) {
		b := newBench(t, "")
		p := b.plan()
		b.write(original)
		if _, err := b.store.Apply(context.Background(), p, "install"); !errors.Is(err, ErrChanged) || b.content() != original {
			t.Errorf("got %v and %q", err, b.content())
		}
	})
}

// racingDisk lets another program write right before the file gets replaced.
type racingDisk struct {
	disk
	race func()
}

func (d racingDisk) Exchange(a, b string) error {
	if d.race != nil {
		d.race()
	}
	return d.disk.Exchange(a, b)
}

// TestWriteDuringApplyIsNotLost: the other program writes as neverask puts its
// content in place, and again as neverask gives back what it wrote, and again.
func TestWriteDuringApplyIsNotLost(t *testing.T) {
	for _, writes := range []int{1, 2, 3, 7} {
		for _, way := range []string{"in place", "by rename"} {
			t.Run(fmt.Sprintf("%d times %s", writes, way), func(t *testing.T) {
				b := newBench(t, original)
				n := 0
				b.store.disk = racingDisk{osDisk{}, func() {
					if n == writes {
						return
					}
					n++
					name := b.path
					if way == "by rename" {
						name += ".theirs"
					}
					if err := os.WriteFile(name, fmt.Appendf(nil, `{"foreign":%d}`, n), 0o600); err != nil {
						t.Error(err)
					}
					if err := os.Rename(name, b.path); err != nil {
						t.Error(err)
					}
				}}
				if _, err := b.store.Apply(context.Background(), b.plan(), "install"); !errors.Is(err, ErrChanged) {
					t.Errorf("got %v", err)
				}
				if want := fmt.Sprintf(`{"foreign":%d}`, writes); b.content() != want || len(b.litter()) > 0 {
					t.Errorf("got %q and %v, want %q", b.content(), b.litter(), want)
				}
			})
		}
	}
}

func TestSymlinks(t *testing.T) {
	b := newBench(t, "")
	real := filepath.Join(b.dir, "dotfiles", "settings.json")
	if err := os.MkdirAll(filepath.Dir(real), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(b.path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(real, []byte(original), 0o644); err != nil {
		t.Fatal(err)
	}
	for i, link := range [][2]string{{real, filepath.Join(b.dir, "mid")}, {"../../mid", b.path}} {
		if err := os.Symlink(link[0], link[1]); err != nil {
			t.Fatal(i, err)
		}
	}
	r := b.apply(b.plan())
	if r.Target != real {
		t.Errorf("target %s, want %s", r.Target, real)
	}
	for _, link := range []string{b.path, filepath.Join(b.dir, "mid")} {
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no longer a symlink", link)
		}
	}
	if content, _ := os.ReadFile(real); !strings.Contains(string(content), "/bin/h") {
		t.Errorf("the target was not written: %s", content)
	}

	for name, link := range map[string]string{"dangling": "nowhere", "loop": filepath.Base(b.path)} {
		if err := os.Remove(b.path); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(link, b.path); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(b.path); err == nil || !strings.Contains(err.Error(), "symlink") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("{,}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir: "a directory", pipe: "a named pipe", filepath.Join(file, "x", "y"): "a part of the path is a file", file: file + ":1:2: unexpected ','",
	} {
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

func TestReadOnlyFileStays(t *testing.T) {
	b := newBench(t, original)
	if err := os.Chmod(b.path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := b.store.Apply(context.Background(), b.plan(), "install"); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("got %v", err)
	}
	if b.content() != original || len(b.litter()) > 0 {
		t.Errorf("got %q, %v", b.content(), b.litter())
	}
}

// TestCrashAnywhere stops the process at every file operation of a change,
// and then lets the next process do another change of the same kind.
func TestCrashAnywhere(t *testing.T) {
	for _, content := range []string{original, ""} {
		for name, base := range map[string]disk{"exchange": osDisk{}, "rename": simpleDisk{osDisk{}}} {
			for _, what := range []string{"install", "undo"} {
				t.Run(fmt.Sprintf("%s %s of %d bytes", name, what, len(content)), func(t *testing.T) {
					crashAnywhere(t, base, content, what)
				})
			}
		}
	}
}

func crashAnywhere(t *testing.T, base disk, content, what string) {
	for stop := 1; ; stop++ {
		b := newBench(t, content)
		b.store.disk = base
		p := b.plan()
		if what == "undo" {
			undo, err := b.store.Undo(b.apply(p))
			if err != nil {
				t.Fatal(err)
			}
			p = undo
		}
		d := &crashDisk{disk: base, stop: stop}
		b.store.disk = d
		if _, err := b.store.Apply(context.Background(), p, what); err == nil && len(d.ops) < stop {
			if stop < 8 {
				t.Fatalf("only %d operations were seen: %v", stop, d.ops)
			}
			return
		}
		at := fmt.Sprintf("stopped at operation %d of %v", stop, d.ops)
		// Between taking a file away and forgetting it, it has another name.
		if got := b.content(); got != string(p.Before) && got != string(p.After) {
			t.Fatalf("%s: the file holds %q", at, got)
		}
		b.store.disk = base
		if err := b.store.heal(); err != nil {
			t.Fatalf("%s: heal: %v", at, err)
		}
		if litter := b.litter(); len(litter) > 0 {
			t.Fatalf("%s: litter %v", at, litter)
		}
		all, err := b.store.History()
		if err != nil {
			t.Fatal(err)
		}
		var last Receipt
		if len(all) > 0 {
			last = all[len(all)-1]
		}
		done := last.Op == what && last.State == Applied
		if want := map[bool]string{true: string(p.After), false: string(p.Before)}[done]; b.content() != want {
			t.Fatalf("%s: the journal says applied %v, and the file holds %q", at, done, b.content())
		}
		if r := b.apply(b.plan()); r.State != Applied {
			t.Fatalf("%s: the next change: %+v", at, r)
		}
	}
}

// TestFaultAnywhere fails every file operation once. Whatever fails, the file
// is exactly as before or exactly as planned, and the error says which.
func TestFaultAnywhere(t *testing.T) {
	for _, fault := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EACCES, syscall.EIO, syscall.EDQUOT, syscall.EXDEV} {
		for _, content := range []string{original, ""} {
			for stop := 1; ; stop++ {
				b := newBench(t, content)
				p := b.plan()
				d := &crashDisk{disk: osDisk{}, stop: stop, fault: fault}
				b.store.disk = d
				_, err := b.store.Apply(context.Background(), p, "install")
				if len(d.ops) < stop {
					break
				}
				at := fmt.Sprintf("%v at operation %d of %v", fault, stop, d.ops)
				want := string(p.After)
				if err != nil {
					want = content
				}
				if b.content() != want {
					t.Errorf("%s: error %v, and the file holds %q", at, err, b.content())
				}
				b.store.disk = osDisk{}
				if err := b.store.heal(); err != nil {
					t.Errorf("%s: heal: %v", at, err)
				}
				if litter := b.litter(); len(litter) > 0 {
					t.Errorf("%s: litter %v", at, litter)
				}
			}
		}
	}
}

func TestBackupsAreKeptAndPruned(t *testing.T) {
	b := newBench(t, original)
	for range keptBackups + 5 {
		b.apply(b.plan())
	}
	entries, err := os.ReadDir(filepath.Join(b.store.dir, "backups"))
	if err != nil || len(entries) != keptBackups {
		t.Errorf("%d backups, %v", len(entries), err)
	}
	for _, e := range entries {
		if info, _ := e.Info(); info.Mode() != 0o600 {
			t.Errorf("backup mode %v", info.Mode())
		}
	}
}

func TestUndoWithoutBackupUsesTheEdits(t *testing.T) {
	b := newBench(t, original)
	r := b.apply(b.plan())
	if err := os.RemoveAll(filepath.Join(b.store.dir, "backups")); err != nil {
		t.Fatal(err)
	}
	p, err := b.store.Undo(r)
	if err != nil || string(p.After) != original {
		t.Errorf("got %q, %v", p.After, err)
	}
}

func TestLockIsWaitedForAndGivenUp(t *testing.T) {
	b := newBench(t, original)
	release, err := b.store.lock(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	other := NewStore(b.store.dir, time.Now)
	other.wait = 30 * time.Millisecond
	if _, err := other.Apply(context.Background(), b.plan(), "install"); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
	release()
	if _, err := other.Apply(context.Background(), b.plan(), "install"); err != nil {
		t.Error(err)
	}
}

func TestScopes(t *testing.T) {
	dir := t.TempDir()
	main, sub := filepath.Join(dir, "main"), filepath.Join(dir, "main", "a", "b")
	tree := filepath.Join(dir, "tree")
	for _, d := range []string{filepath.Join(main, ".git", "worktrees", "tree"), sub, tree} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	gitFile := "gitdir: " + filepath.Join(main, ".git", "worktrees", "tree") + "\n"
	if err := os.WriteFile(filepath.Join(tree, ".git"), []byte(gitFile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		scope  Scope
		places Places
		want   string
	}{
		{User, Places{Home: "/h"}, "/h/.claude/settings.json"},
		{User, Places{Home: "/h", ConfigDir: "/c"}, "/c/settings.json"},
		{Project, Places{Dir: sub}, sub + "/.claude/settings.json"},
		{Local, Places{Dir: sub}, main + "/.claude/settings.local.json"},
		{Local, Places{Dir: tree}, main + "/.claude/settings.local.json"},
		{Local, Places{Dir: dir}, dir + "/.claude/settings.local.json"},
	} {
		if got := tt.places.File(tt.scope); got != tt.want {
			t.Errorf("%s of %+v: got %s, want %s", tt.scope, tt.places, got, tt.want)
		}
	}
}
