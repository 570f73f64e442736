//go:build unix

package settings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/settings/musttest"
)

const theirs = "{\"theirs\": true}\n"

// writer is another program that writes the settings file in place.
type writer struct {
	b *bench
	f *os.File
}

func (b *bench) truncate() writer { return b.openWriter(os.O_TRUNC) }

func (b *bench) openWriter(flags int) writer {
	b.t.Helper()
	f, err := os.OpenFile(b.path, os.O_WRONLY|flags, 0)
	musttest.Do(b.t, err)
	return writer{b, f}
}

// finish writes the new content and closes the file.
func (w writer) finish() {
	w.b.t.Helper()
	_, err := w.f.WriteString(theirs)
	if err := errors.Join(err, w.f.Truncate(int64(len(theirs))), w.f.Close()); err != nil {
		w.b.t.Error(err)
	}
}

// age dates the last write of the settings file back.
func (b *bench) age(d time.Duration) {
	b.t.Helper()
	at := time.Now().Add(-d)
	musttest.Do(b.t, os.Chtimes(b.path, at, at))
}

// pass lets so much time go by for the store and for the files that it keeps.
func (b *bench) pass(d time.Duration) {
	b.t.Helper()
	clock := b.store.now().Add(d)
	b.store.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	for _, name := range b.kept() {
		info, err := os.Stat(name)
		if err == nil {
			at := info.ModTime().Add(-d)
			err = os.Chtimes(name, at, at)
		}
		musttest.Do(b.t, err)
	}
}

// kept lists what replaced files are still there.
func (b *bench) kept() []string {
	b.t.Helper()
	names, err := filepath.Glob(filepath.Join(b.store.dir, "replaced", "*"))
	musttest.Do(b.t, err)
	return names
}

// TestEmptiedFileIsWaitedFor: a program has truncated the file and writes it a little
// later. Nobody takes it for an empty document meanwhile.
func TestEmptiedFileIsWaitedFor(t *testing.T) {
	for name, read := range map[string]func(b *bench) (Document, error){
		"load": func(b *bench) (Document, error) {
			f, err := Load(b.path)
			return f.Document, err
		},
		"update": func(b *bench) (doc Document, err error) {
			_, err = b.store.Update(context.Background(), b.path, "add", func(d Document) (Document, error) {
				doc = d
				return d, nil
			})
			return doc, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, original)
			w := b.truncate()
			var done sync.WaitGroup
			done.Go(func() {
				time.Sleep(50 * time.Millisecond)
				w.finish()
			})
			doc, err := read(b)
			done.Wait()
			if err != nil || string(doc.Bytes()) != theirs {
				t.Errorf("read %q, %v", doc.Bytes(), err)
			}
		})
	}
}

// TestFinishedWhileItWasRead: half of the file was read, and its writer is done before
// anybody looks whether there is one.
func TestFinishedWhileItWasRead(t *testing.T) {
	for name, half := range map[string]string{"empty": "", "half": theirs[:5]} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, original)
			w := b.truncate()
			if _, err := w.f.WriteAt([]byte(half), 0); err != nil {
				t.Fatal(err)
			}
			f, err := load(hookedDisk{disk: osDisk{}, read: sync.OnceFunc(w.finish)}, b.path)
			if err != nil || string(f.Document.Bytes()) != theirs {
				t.Errorf("read %q, %v", f.Document.Bytes(), err)
			}
		})
	}
}

// TestEmptiedFileIsNotReplaced: who truncated the file does not write it soon.
func TestEmptiedFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	b := newBench(t, original)
	f, err := Load(b.path)
	musttest.Do(t, err)
	w := b.truncate()
	if _, err := Load(b.path); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), b.path) {
		t.Errorf("loading it: %v", err)
	}
	// A plan that somebody has made of the empty file all the same.
	empty, err := Document{}.Append(Path{"hooks", "PreToolUse"}, group)
	musttest.Do(t, err)
	f.bytes = nil
	if _, err := b.store.Apply(context.Background(), f.Plan(empty), "install"); !errors.Is(err, ErrBusy) {
		t.Errorf("applying a plan: %v", err)
	}
	w.finish()
	b.holds(theirs)
}

// TestFileThatIsEmptyForLong: nobody is about to write it any more.
func TestFileThatIsEmptyForLong(t *testing.T) {
	b := newBench(t, original)
	b.write("")
	b.age(time.Hour)
	b.apply(b.plan())
	if !strings.Contains(b.content(), "PreToolUse") {
		t.Errorf("got %q", b.content())
	}
}

// TestOpenFileIsNotReplaced: a program has the file open and writes it in place, later.
func TestOpenFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells who has a file open")
	}
	b := newBench(t, original)
	w := b.openWriter(0)
	b.refused(b.plan(), ErrBusy)
	w.finish()
	if b.content() != theirs {
		t.Errorf("got %q", b.content())
	}
	b.apply(b.plan())
}

// TestWriteIntoTheReplacedFileIsGivenBack: where the file goes by another name by the
// time that they write it, they get its name back.
func TestWriteIntoTheReplacedFileIsGivenBack(t *testing.T) {
	for name, base := range map[string]disk{"exchange": osDisk{}, "rename": simpleDisk{osDisk{}}} {
		for _, when := range []string{"truncated", "written"} {
			t.Run(name+" "+when, func(t *testing.T) {
				b := newBench(t, original)
				var w writer
				armed, done := true, false
				b.store.disk = hookedDisk{disk: base, before: func() {
					if armed {
						w, armed = b.openWriter(0), false
					}
				}, sync: func() {
					if w.f == nil || done {
						return
					}
					done = true
					if when == "truncated" {
						_ = w.f.Truncate(0)
					} else {
						w.finish()
					}
				}}
				_, err := b.store.Apply(context.Background(), b.plan(), "install")
				if !errors.Is(err, ErrChanged) && !errors.Is(err, ErrBusy) {
					t.Errorf("got %v", err)
				}
				if !done && when == "written" || when == "truncated" {
					w.finish()
				}
				if b.content() != theirs || len(b.litter()) > 0 || len(b.kept()) > 0 {
					t.Errorf("got %q and %v, %v", b.content(), b.litter(), b.kept())
				}
				b.store.disk = base
				if all, err := b.store.History(); err != nil || all[0].State != Failed {
					t.Errorf("history %+v, %v", all, err)
				}
				b.apply(b.plan())
			})
		}
	}
}

// TestWriteAfterTheChangeIsKept: they write the replaced file when neverask is long
// done. What they wrote is kept and told; a file that stays as it was is not.
func TestWriteAfterTheChangeIsKept(t *testing.T) {
	for name, base := range map[string]disk{"exchange": osDisk{}, "rename": simpleDisk{osDisk{}}} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, original)
			b.store.disk = base
			r := b.apply(b.plan())
			kept := b.kept()
			if len(kept) != 1 {
				t.Fatalf("kept %v", kept)
			}
			if late, err := b.store.LateWrites(); err != nil || len(late) != 0 {
				t.Errorf("late writes %v, %v", late, err)
			}
			musttest.Do(t, os.WriteFile(kept[0], []byte(theirs), 0o600))
			for range 3 {
				b.pass(time.Hour)
				b.apply(b.plan())
			}
			late, err := b.store.LateWrites()
			if err != nil || len(late) != 1 || late[0].Receipt.ID != r.ID || late[0].Path != kept[0] || late[0].Receipt.Path != b.path {
				t.Fatalf("late writes %+v, %v", late, err)
			}
			if content, _ := os.ReadFile(kept[0]); string(content) != theirs {
				t.Errorf("kept %q", content)
			}
		})
	}
}

// TestReplacedFilesGo: what nobody has written for a while is not kept.
func TestReplacedFilesGo(t *testing.T) {
	b := newBench(t, original)
	b.apply(b.plan())
	first := b.kept()
	b.pass(time.Hour)
	musttest.Write(t, b.store.replacedPath("20260101-of-no-change"), theirs)
	if late, err := b.store.LateWrites(); err != nil || len(late) > 0 {
		t.Errorf("late writes of nobody: %+v, %v", late, err)
	}
	musttest.Do(t, os.Remove(b.store.replacedPath("20260101-of-no-change")))
	b.apply(b.plan())
	if now := b.kept(); len(now) != 1 || now[0] == first[0] {
		t.Errorf("kept %v, and before %v", now, first)
	}
}

// TestRefusedChangeIsNeverRead: another program writes the file while the change is
// prepared. Nobody who reads it then finds the change that will be refused in it, and
// writes that over what the other program wrote.
func TestRefusedChangeIsNeverRead(t *testing.T) {
	for _, way := range []string{"in place", "by rename"} {
		t.Run(way, func(t *testing.T) {
			b := newBench(t, original)
			const want = `{"foreign":1}`
			b.store.disk = hookedDisk{disk: osDisk{}, create: b.intruder(1, way), behind: func() {
				if got := b.content(); got != want {
					t.Errorf("at one moment the file was %q", got)
				}
			}}
			b.refused(b.plan(), ErrChanged)
			b.holds(want)
		})
	}
}

// TestWriteIntoTheWithdrawnFileIsKept: while neverask gives the file back to a program
// that wrote it at the same moment, a third one has opened what was in its place, and
// writes it when that has no name any more.
func TestWriteIntoTheWithdrawnFileIsKept(t *testing.T) {
	b := newBench(t, original)
	var w writer
	b.store.disk = hookedDisk{disk: osDisk{}, before: b.intruder(1, "by rename"), behind: sync.OnceFunc(func() { w = b.openWriter(0) })}
	b.refused(b.plan(), ErrChanged)
	w.finish()
	b.holds(`{"foreign":1}`)
	for range 3 {
		b.pass(time.Hour)
		b.store.pruneReplaced()
	}
	b.keeps(theirs)
}

// keeps expects that one late write is kept and told.
func (b *bench) keeps(want string) {
	b.t.Helper()
	late, err := b.store.LateWrites()
	if err != nil || len(late) != 1 {
		b.t.Fatalf("late writes %+v, %v", late, err)
	}
	if content, _ := os.ReadFile(late[0].Path); string(content) != want {
		b.t.Errorf("kept %q", content)
	}
}

// TestWriteIntoTheReplacementIsKept: neverask finds later that somebody writes the file
// that it replaced, and gives them its name back. A third program has opened the
// replacement meanwhile.
func TestWriteIntoTheReplacementIsKept(t *testing.T) {
	b := newBench(t, original)
	var first, second writer
	finished, exchanges := false, 0
	b.store.disk = hookedDisk{disk: unseenDisk{osDisk{}}, before: func() {
		switch exchanges++; exchanges {
		case 1:
			first = b.openWriter(0)
		case 2:
			second = b.openWriter(0)
		}
	}, sync: func() {
		if first.f != nil && !finished {
			first.finish()
			finished = true
		}
	}}
	b.refused(b.plan(), ErrChanged)
	const last = `{"last": true}`
	if _, err := second.f.WriteString(last); err != nil {
		t.Fatal(err)
	}
	musttest.Do(t, errors.Join(second.f.Truncate(int64(len(last))), second.f.Close()))
	b.holds(theirs)
	b.keeps(last)
}

// unseenDisk does not tell that the settings file is open, only what was replaced.
type unseenDisk struct{ disk }

func (d unseenDisk) Held(name string) bool {
	return strings.Contains(name, "replaced") && d.disk.Held(name)
}

// TestWriteRightAfterTheChange: another program writes the file in the moment in which
// neverask looks at what it has written. The change was made all the same.
func TestWriteRightAfterTheChange(t *testing.T) {
	for name, write := range map[string]func(b *bench) error{
		"by rename": func(b *bench) error { b.intruder(1, "by rename")(); return nil },
		"in place":  func(b *bench) error { b.intruder(1, "in place")(); return nil },
		"gone":      func(b *bench) error { return os.Remove(b.path) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, original)
			done := false
			b.store.disk = hookedDisk{disk: osDisk{}, sync: func() {
				if !done && strings.Contains(b.content(), "PreToolUse") {
					done = true
					if err := write(b); err != nil {
						t.Error(err)
					}
				}
			}}
			r, err := b.store.Apply(context.Background(), b.plan(), "install")
			if err != nil || r.State != Applied || !done {
				t.Errorf("got %+v, %v", r, err)
			}
			if strings.Contains(b.content(), "PreToolUse") || len(b.litter()) > 0 {
				t.Errorf("got %q and %v", b.content(), b.litter())
			}
		})
	}
}
