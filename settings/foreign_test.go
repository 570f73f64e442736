//go:build unix

package settings

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/settings/must"
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
			must.Do(t, foreign(b))
			if name == "now a link" {
				must.Do(t, os.Symlink(b.path+".x", b.path))
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

func (d racingDisk) Rename(from, to string) error {
	if d.race != nil {
		d.race()
	}
	return d.disk.Rename(from, to)
}

// TestWriteDuringApplyIsNotLost: the other program writes as neverask puts its
// content in place, and again as neverask gives back what it wrote, and again.
func TestWriteDuringApplyIsNotLost(t *testing.T) {
	for _, writes := range []int{1, 2, 3, 7} {
		for _, way := range []string{"in place", "by rename"} {
			t.Run(fmt.Sprintf("%d times %s", writes, way), func(t *testing.T) {
				b := newBench(t, original)
				b.store.disk = racingDisk{osDisk{}, b.intruder(writes, way)}
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
			b.store.disk = racingDisk{simpleDisk{osDisk{}}, b.intruder(1, way)}
			if _, err := b.store.Apply(context.Background(), b.plan(), "install"); !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
			if want := `{"foreign":1}`; b.content() != want || len(b.litter()) > 0 {
				t.Errorf("got %q and %v, want %q", b.content(), b.litter(), want)
			}
		})
	}
}

// TestWriteDuringRemovalIsNotLost: the other program writes a file as neverask
// takes it away, and keeps it.
func TestWriteDuringRemovalIsNotLost(t *testing.T) {
	b := newBench(t, "")
	undo, err := b.store.Undo(b.apply(b.plan()))
	must.Do(t, err)
	const theirs = `{"foreign":1}`
	b.store.disk = racingDisk{osDisk{}, func() { b.write(theirs) }}
	if _, err := b.store.Apply(context.Background(), undo, "undo"); !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
	if b.content() != theirs || len(b.litter()) > 0 {
		t.Errorf("got %q and %v", b.content(), b.litter())
	}
}

// TestUpdateAfterACrash stops the process at every file operation of a change that
// another program's write falls into. The next change goes on from what that wrote.
func TestUpdateAfterACrash(t *testing.T) {
	const theirs = `{"foreign":1}`
	for stop := 1; ; stop++ {
		b := newBench(t, original)
		raced := false
		d := &crashDisk{disk: racingDisk{osDisk{}, func() {
			if !raced {
				b.write(theirs)
			}
			raced = true
		}}, stop: stop}
		b.store.disk = d
		_, _ = b.store.Apply(context.Background(), b.plan(), "install")
		if len(d.ops) < stop {
			return
		}
		b.store.disk = osDisk{}
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

// coarseDisk is a disk without exchange whose clock stands still, as that of some
// shared folders does for a second or two: another program writes as many bytes as
// were there.
type coarseDisk struct {
	disk
	race func()
}

func (d coarseDisk) Exchange(_, _ string) error {
	d.race()
	return errors.ErrUnsupported
}

func TestWriteOfTheSameSizeIsNotLost(t *testing.T) {
	b := newBench(t, original)
	theirs := strings.Replace(original, "opus", "fast", 1)
	b.store.disk = coarseDisk{osDisk{}, func() {
		info, err := os.Stat(b.path)
		must.Do(t, err)
		b.write(theirs)
		must.Do(t, os.Chtimes(b.path, time.Time{}, info.ModTime()))
	}}
	if _, err := b.store.Apply(context.Background(), b.plan(), "install"); !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
	if b.content() != theirs || len(b.litter()) > 0 {
		t.Errorf("got %q and %v", b.content(), b.litter())
	}
}
