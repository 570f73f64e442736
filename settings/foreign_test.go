//go:build unix

package settings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"neverask/settings/musttest"
)

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
			musttest.Do(t, foreign(b))
			if name == "now a link" {
				musttest.Do(t, os.Symlink(b.path+".x", b.path))
			}
			want := b.content()
			b.refused(p, ErrChanged)
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

// hookedDisk lets others do something at the moments of a change: before a file is made,
// before and behind what gives the new content its name, before names are made durable,
// and after a file was read.
type hookedDisk struct {
	disk
	create, before, behind, sync, read func()
}

func call(f func()) {
	if f != nil {
		f()
	}
}

func (d hookedDisk) Create(name string, mode fs.FileMode) (diskFile, error) {
	call(d.create)
	return d.disk.Create(name, mode)
}

func (d hookedDisk) Exchange(a, b string) error {
	call(d.before)
	defer call(d.behind)
	return d.disk.Exchange(a, b)
}

func (d hookedDisk) Rename(from, to string) error {
	call(d.before)
	return d.disk.Rename(from, to)
}

func (d hookedDisk) SyncDir(name string) error {
	call(d.sync)
	return d.disk.SyncDir(name)
}

func (d hookedDisk) ReadFile(name string) ([]byte, error) {
	defer call(d.read)
	return d.disk.ReadFile(name)
}

// TestWriteDuringApplyIsNotLost: the other program writes as neverask puts its
// content in place, and again as neverask gives back what it wrote, and again.
func TestWriteDuringApplyIsNotLost(t *testing.T) {
	for _, writes := range []int{1, 2, 3, 7} {
		for _, way := range []string{"in place", "by rename"} {
			t.Run(fmt.Sprintf("%d times %s", writes, way), func(t *testing.T) {
				b := newBench(t, original)
				b.store.disk = hookedDisk{disk: osDisk{}, before: b.intruder(writes, way)}
				b.refused(b.plan(), ErrChanged)
				b.holds(fmt.Sprintf(`{"foreign":%d}`, writes))
			})
		}
	}
}

// intruder is another program that writes the file so many times, in place or by
// renaming a new one. A change creates its copy and its new content at the same time, so
// it may be called by both.
func (b *bench) intruder(writes int, way string) func() {
	var mu sync.Mutex
	n := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if n == writes {
			return
		}
		n++
		name := b.path
		if way == "by rename" {
			name += ".theirs"
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, `{"foreign":%d}`, n), 0o600); err != nil {
			b.t.Error(err)
		}
		if err := os.Rename(name, b.path); err != nil {
			b.t.Error(err)
		}
	}
}

// TestWriteBeforeARenameIsNotLost: where two names cannot be exchanged, as on Windows
// and network file systems, what is there is looked at once more.
func TestWriteBeforeARenameIsNotLost(t *testing.T) {
	for _, way := range []string{"in place", "by rename"} {
		t.Run(way, func(t *testing.T) {
			b := newBench(t, original)
			b.store.disk = hookedDisk{disk: simpleDisk{osDisk{}}, before: b.intruder(1, way)}
			b.refused(b.plan(), ErrChanged)
			b.holds(`{"foreign":1}`)
		})
	}
}

// TestWriteDuringRemovalIsNotLost: the other program writes a file as neverask takes it away, and
// keeps it; and so does one that creates the file anew meanwhile.
func TestWriteDuringRemovalIsNotLost(t *testing.T) {
	const theirs, newer = `{"foreign":1}`, `{"foreign":2}`
	for name, base := range map[string]disk{"exchange": osDisk{}, "link": simpleDisk{osDisk{}}, "neither": bareDisk{simpleDisk{osDisk{}}}} {
		for _, want := range []string{theirs, newer} {
			t.Run(name+" "+want, func(t *testing.T) {
				b := newBench(t, "")
				undo, err := b.store.Undo(b.apply(b.plan()))
				musttest.Do(t, err)
				taken, again := false, sync.OnceFunc(func() { b.write(newer) })
				b.store.disk = hookedDisk{disk: base, before: sync.OnceFunc(func() { b.write(theirs); taken = true }), read: func() {
					if taken && want == newer {
						again()
					}
				}}
				b.refused(undo, ErrChanged)
				b.holds(want)
			})
		}
	}
}

// TestNewFileIsNotReplaced: where a file cannot be created only if there is none, it is looked at.
func TestNewFileIsNotReplaced(t *testing.T) {
	b := newBench(t, "")
	b.store.disk = hookedDisk{disk: bareDisk{simpleDisk{osDisk{}}}, create: b.intruder(1, "in place")}
	b.refused(b.plan(), ErrChanged)
	b.holds(`{"foreign":1}`)
}

// TestUpdateAfterACrash stops the process at every file operation of a change that
// another program's write falls into, or fails that operation. The next change goes on
// from what that wrote; where it could not be put back, the error tells where it is.
func TestUpdateAfterACrash(t *testing.T) {
	for _, fault := range []error{nil, syscall.EIO} {
		updateAfterACrash(t, fault)
	}
}

func updateAfterACrash(t *testing.T, fault error) {
	t.Helper()
	const theirs = `{"foreign":1}`
	for stop := 1; ; stop++ {
		b := newBench(t, original)
		raced := false
		d := &crashDisk{disk: hookedDisk{disk: osDisk{}, before: func() {
			if !raced {
				b.write(theirs)
			}
			raced = true
		}}, stop: stop, fault: fault}
		b.store.disk = d
		_, err := b.store.Apply(context.Background(), b.plan(), "install")
		if len(d.ops) < stop {
			return
		}
		b.store.disk = osDisk{}
		if fault != nil && raced && b.content() != theirs {
			left, _ := filepath.Glob(filepath.Join(filepath.Dir(b.path), ".neverask-*.tmp"))
			if len(left) != 1 || err == nil || !strings.Contains(err.Error(), left[0]) {
				t.Fatalf("failed at operation %d of %v: %v, and left are %v", stop, d.ops, err, left)
			}
			if kept, err := os.ReadFile(left[0]); string(kept) != theirs {
				t.Errorf("kept is %q, %v", kept, err)
			}
			continue
		}
		if _, err := b.store.Update(context.Background(), b.path, "add", func(doc Document) (Document, error) {
			return doc.Set(Path{"ours"}, "2")
		}); err != nil {
			t.Errorf("stopped at operation %d of %v: %v", stop, d.ops, err)
		}
		if raced && b.content() != `{"foreign":1,"ours":2}` {
			t.Errorf("stopped at operation %d of %v: got %q", stop, d.ops, b.content())
		}
	}
}

// TestWriteOfTheSameSizeIsNotLost: there is no exchange, and the clock stands still, as
// that of some shared folders does for a second or two. Another program writes as many
// bytes as were there.
func TestWriteOfTheSameSizeIsNotLost(t *testing.T) {
	b := newBench(t, original)
	theirs := strings.Replace(original, "opus", "fast", 1)
	raced := false
	b.store.disk = hookedDisk{disk: simpleDisk{osDisk{}}, before: func() {
		if raced {
			return
		}
		raced = true
		info, err := os.Stat(b.path)
		musttest.Do(t, err)
		b.write(theirs)
		musttest.Do(t, os.Chtimes(b.path, time.Time{}, info.ModTime()))
	}}
	b.refused(b.plan(), ErrChanged)
	b.holds(theirs)
}
