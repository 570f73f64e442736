//go:build unix

package settings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
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
	dir := termtest.Dir(t, termtest.Memory())
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
	musttest.Do(b.t, os.MkdirAll(filepath.Dir(b.path), 0o700))
	musttest.Do(b.t, os.WriteFile(b.path, []byte(content), 0o640))
}

func (b *bench) plan() Plan {
	b.t.Helper()
	f, err := Load(b.path)
	musttest.Do(b.t, err)
	doc, err := f.Document.Append(Path{"hooks", "PreToolUse"}, group)
	musttest.Do(b.t, err)
	return f.Plan(doc)
}

func (b *bench) apply(p Plan) Receipt {
	b.t.Helper()
	r, err := b.store.Apply(context.Background(), p, "install")
	musttest.Do(b.t, err)
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

// refused applies a plan that must fail with an error.
func (b *bench) refused(p Plan, want error) {
	b.t.Helper()
	if _, err := b.store.Apply(context.Background(), p, "install"); !errors.Is(err, want) {
		b.t.Errorf("got %v, want %v", err, want)
	}
}

// holds expects a content, and nothing else beside the file.
func (b *bench) holds(want string) {
	b.t.Helper()
	if b.content() != want || len(b.litter()) > 0 {
		b.t.Errorf("got %q and %v, want %q", b.content(), b.litter(), want)
	}
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
			musttest.Do(t, err)
			u, err := b.store.Apply(context.Background(), undo, "undo")
			musttest.Do(t, err)
			if b.content() != content || len(b.litter()) > 0 {
				t.Fatalf("after undo %q and %v, want %q", b.content(), b.litter(), content)
			}
			if content == "" {
				if _, err := os.Stat(filepath.Dir(b.path)); !os.IsNotExist(err) {
					t.Errorf("the directory that was made is still there: %v", err)
				}
			}
			redo, err := b.store.Undo(u)
			musttest.Do(t, err)
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
		musttest.Do(t, os.Chmod(b.path, mode))
		b.apply(b.plan())
		if info, _ := os.Stat(b.path); info.Mode() != mode {
			t.Errorf("mode %v became %v", mode, info.Mode())
		}
	}
	if os.Geteuid() == 0 {
		musttest.Do(t, os.Chown(b.path, 1234, 2345))
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

func TestReadOnlyFileStays(t *testing.T) {
	b := newBench(t, original)
	musttest.Do(t, os.Chmod(b.path, 0o444))
	if _, err := b.store.Apply(context.Background(), b.plan(), "install"); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("got %v", err)
	}
	b.holds(original)
}

func TestUndoWithoutBackupUsesTheEdits(t *testing.T) {
	b := newBench(t, original)
	r := b.apply(b.plan())
	musttest.Do(t, os.RemoveAll(filepath.Join(b.store.dir, "backups")))
	p, err := b.store.Undo(r)
	if err != nil || string(p.After) != original {
		t.Errorf("got %q, %v", p.After, err)
	}
}

func TestLockIsWaitedForAndGivenUp(t *testing.T) {
	b := newBench(t, original)
	release, err := b.store.lock(context.Background(), b.store.wait)
	musttest.Do(t, err)
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

// TestLookingWaitsLittleForTheLock: who only looks is not kept waiting for those who
// change something.
func TestLookingWaitsLittleForTheLock(t *testing.T) {
	b := newBench(t, original)
	release, err := b.store.lock(context.Background(), b.store.wait)
	musttest.Do(t, err)
	err = NewStore(b.store.dir, time.Now).ReadLocked(context.Background(), func() error { t.Error("looked at what changes"); return nil })
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "waited 500ms for ") {
		t.Errorf("got %v", err)
	}
	release()
	looked := false
	if err := b.store.ReadLocked(context.Background(), func() error { looked = true; return nil }); err != nil || !looked {
		t.Errorf("got %v, and looked is %v", err, looked)
	}
}

// TestGroupOfTheDirectory: where new files get the group of their directory, the
// file keeps its own all the same.
func TestGroupOfTheDirectory(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("giving files to groups takes root")
	}
	b := newBench(t, original)
	musttest.Do(t, errors.Join(os.Chown(b.path, -1, os.Getegid()), os.Chown(filepath.Dir(b.path), -1, 2345), os.Chmod(filepath.Dir(b.path), 0o770|os.ModeSetgid)))
	b.apply(b.plan())
	info, _ := os.Stat(b.path)
	if st := info.Sys().(*syscall.Stat_t); int(st.Gid) != os.Getegid() {
		t.Errorf("the group became %d", st.Gid)
	}
}

// TestModeSetSinceThePlan: who makes the file private while a plan is shown finds
// it private afterwards.
func TestModeSetSinceThePlan(t *testing.T) {
	b := newBench(t, original)
	p := b.plan()
	musttest.Do(t, os.Chmod(b.path, 0o600))
	b.apply(p)
	if info, _ := os.Stat(b.path); info.Mode() != 0o600 {
		t.Errorf("the mode became %v", info.Mode())
	}
}
