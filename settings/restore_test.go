//go:build unix

package settings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/settings/must"
)

// add adds a member to the root.
func (b *bench) add(key, raw string) Receipt {
	b.t.Helper()
	return b.edit("add", func(d Document) (Document, error) { return d.Set(Path{key}, raw) })
}

func (b *bench) edit(op string, edit func(Document) (Document, error)) Receipt {
	b.t.Helper()
	r, err := b.store.Update(context.Background(), b.path, op, edit)
	must.Do(b.t, err)
	return r
}

func (b *bench) do(p Plan, err error, op string) Receipt {
	b.t.Helper()
	must.Do(b.t, err)
	r, err := b.store.Apply(context.Background(), p, op)
	must.Do(b.t, err)
	return r
}

// states writes the state of every change, oldest first.
func (b *bench) states() string {
	b.t.Helper()
	records, err := b.store.Records(nil)
	must.Do(b.t, err)
	var all []string
	names := map[string]string{}
	for i, r := range records {
		names[r.ID] = string(rune('a' + i))
	}
	for _, r := range records {
		s := string(r.State)
		if r.By != "" {
			s += " by " + names[r.By]
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func TestRewind(t *testing.T) {
	b := newBench(t, original)
	b.add("a", "1")
	second := b.add("b", "2")
	b.write(strings.Replace(b.content(), `"a"`, `"theirs": 0, "a"`, 1))
	b.add("c", "3")
	broken := "not JSON"
	b.write(broken)
	p, err := b.store.Rewind(second)
	r := b.do(p, err, "rewind")
	if want := "{\n  \"model\": \"opus\",\n  \"a\": 1\n}\n"; b.content() != want {
		t.Fatalf("got %q", b.content())
	}
	if got, want := b.states(), "applied, undone by d, undone by d, applied"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if wanted, err := b.store.Records(func(r Receipt) bool { return r.ID == second.ID }); err != nil || len(wanted) != 1 || wanted[0].By != r.ID {
		t.Errorf("got %+v, %v", wanted, err)
	}
	back, err := b.store.Undo(r)
	b.do(back, err, "undo")
	if b.content() != broken {
		t.Errorf("after undo %q", b.content())
	}
	if got, want := b.states(), "superseded by e, blocked, blocked, undone by e, applied"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRewindOverAnUndo: what was undone stands again before its undo.
func TestRewindOverAnUndo(t *testing.T) {
	b := newBench(t, original)
	first := b.add("a", "1")
	with := b.content()
	p, err := b.store.Undo(first)
	undo := b.do(p, err, "undo")
	p, err = b.store.Rewind(undo)
	b.do(p, err, "rewind")
	if b.content() != with {
		t.Errorf("got %q", b.content())
	}
	b.add("b", "2")
	if got, want := b.states(), "applied, undone by c, superseded by d, applied"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// A log that begins anew, as after a purge, has nothing of the old one.
	must.Do(t, os.Remove(b.store.changeLog()))
	b.add("c", "3")
	if got := b.states(); got != "applied" {
		t.Errorf("in a new log: %s", got)
	}
}

// TestUpdate: what changes nothing is no change, and an error of another file keeps its name.
func TestUpdate(t *testing.T) {
	b := newBench(t, original)
	if r := b.edit("add", func(d Document) (Document, error) { return d, nil }); r.ID != "" || b.states() != "" {
		t.Errorf("got %+v", r)
	}
	for path, want := range map[string]string{"": b.path, "other.json": "other.json"} {
		_, err := b.store.Update(context.Background(), b.path, "add", func(d Document) (Document, error) {
			return d, &SyntaxError{Path: path, Line: 1, Col: 2}
		})
		if syntax, ok := errors.AsType[*SyntaxError](err); !ok || syntax.Path != want {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// TestUndoOfAWholeText: what is no JSON was written whole, and is given back whole or not
// at all.
func TestUndoOfAWholeText(t *testing.T) {
	b := newBench(t, "text")
	f, err := LoadText(b.path)
	r := b.do(f.Rewrite([]byte("other text")), err, "write")
	b.write("their text")
	if _, err := b.store.Undo(r); !errors.Is(err, ErrInTheWay) {
		t.Errorf("got %v", err)
	}
	b.write("other text")
	p, err := b.store.Undo(r)
	b.do(p, err, "undo")
	b.holds("text")
}

func TestRewindRemovesAFileThatWasMade(t *testing.T) {
	b := newBench(t, "")
	made := b.add("a", "1")
	b.add("b", "2")
	p, err := b.store.Rewind(made)
	r := b.do(p, err, "rewind")
	if _, err := os.Stat(filepath.Dir(b.path)); !os.IsNotExist(err) {
		t.Errorf("the file or its directory is left: %v", err)
	}
	p, err = b.store.Undo(r)
	b.do(p, err, "undo")
	if want := "{\n  \"a\": 1,\n  \"b\": 2\n}\n"; b.content() != want {
		t.Errorf("got %q", b.content())
	}
}

func TestBackups(t *testing.T) {
	b := newBench(t, original)
	r := b.add("a", "1")
	b.add("b", "2")
	kept, err := b.store.Backups()
	if err != nil || len(kept) != 2 || kept[0].Err != nil || kept[0].Size != int64(len(original)) || kept[0].Receipt.ID != r.ID {
		t.Fatalf("got %+v, %v", kept, err)
	}
	must.Do(t, os.WriteFile(kept[0].Path, []byte("{}"), 0o600))
	if kept, err = b.store.Backups(); err != nil || !errors.Is(kept[0].Err, ErrDamaged) || kept[1].Err != nil {
		t.Errorf("got %+v, %v", kept, err)
	}
	if _, err := b.store.Rewind(r); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), kept[0].Path) {
		t.Errorf("got %v", err)
	}
	must.Do(t, os.Remove(kept[0].Path))
	if kept, err = b.store.Backups(); err != nil || len(kept) != 1 {
		t.Errorf("got %+v, %v", kept, err)
	}
	if _, err := b.store.Rewind(r); !errors.Is(err, ErrNoBackup) {
		t.Errorf("got %v", err)
	}
}

// TestOldBackupsGo: the newest of each file stays, whatever its age.
func TestOldBackupsGo(t *testing.T) {
	b := newBench(t, original)
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b.store.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	b.add("a", "1")
	second := b.add("b", "2")
	clock = clock.Add(keptFor)
	other := &bench{t: t, dir: b.dir, path: filepath.Join(b.dir, "other.json"), store: b.store}
	other.write(original)
	other.add("a", "1")
	kept, err := b.store.Backups()
	if err != nil || len(kept) != 2 || kept[0].Receipt.ID != second.ID {
		t.Errorf("got %+v, %v", kept, err)
	}
}

func TestRecords(t *testing.T) {
	element := func(i string) func(Document) (Document, error) {
		return func(d Document) (Document, error) { return d.Append(Path{"list"}, i) }
	}
	for _, c := range []struct {
		name string
		do   func(*bench)
		want string
	}{
		{"two that stand", func(b *bench) { b.edit("add", element("1")); b.edit("add", element("2")) }, "applied, applied"},
		{"the second replaces what the first wrote", func(b *bench) { b.add("a", "1"); b.add("a", "2") }, "superseded by b, applied"},
		{"the second takes it away", func(b *bench) {
			b.add("a", "1")
			b.edit("remove", func(d Document) (Document, error) { return d.Delete(Path{"a"}) })
		}, "superseded by b, applied"},
		{"somebody else took it away", func(b *bench) { b.add("a", "1"); b.write(original) }, "blocked"},
		{"somebody else, and then we changed something else", func(b *bench) {
			b.add("a", "1")
			b.write(original)
			b.add("b", "2")
		}, "blocked, applied"},
		{"somebody else after we changed something else", func(b *bench) {
			b.add("a", "1")
			b.add("b", "2")
			b.write(strings.Replace(b.content(), `"a": 1`, `"a": 7`, 1))
		}, "blocked, applied"},
		{"we changed it, and then somebody else the same", func(b *bench) {
			b.add("a", "1")
			b.add("a", "2")
			b.write(strings.Replace(b.content(), `"a": 2`, `"a": 7`, 1))
		}, "superseded by b, blocked"},
		{"a file that cannot be read", func(b *bench) { b.add("a", "1"); b.write("{") }, "blocked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, original)
			c.do(b)
			if got := b.states(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestContents(t *testing.T) {
	b := newBench(t, original)
	r := b.add("a", "1")
	after := b.content()
	p, err := b.store.Rewind(r)
	rewound := b.do(p, err, "rewind")
	b.write("{}")
	b.add("b", "2")
	last := b.content()
	if err := os.Remove(b.path); err != nil {
		t.Fatal(err)
	}
	f, err := Load(b.path)
	again := b.do(f.Rewrite([]byte(last)), err, "make again")
	if err := os.Remove(b.path); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r             Receipt
		before, after string
		ok            bool
	}{{r, original, after, true}, {rewound, after, original, true}, {again, "", last, true}} {
		before, after, ok := b.store.Contents(c.r)
		if ok != c.ok || string(before) != c.before || string(after) != c.after {
			t.Errorf("%s: got %q, %q, %v", c.r.Op, before, after, ok)
		}
	}
}

// TestUndoneByNameAfterARedo: that the change was made again is moot then, so it is
// not undone a second time.
func TestUndoneByNameAfterARedo(t *testing.T) {
	b := newBench(t, original)
	r := b.apply(b.plan())
	back := func(r Receipt) Receipt {
		p, err := b.store.Undo(r)
		return b.do(p, err, "undo")
	}
	redone := back(back(r))
	back(r)
	if found, err := b.store.Find(redone.ID); err != nil || found.State != Undone {
		t.Errorf("the redo is %s, %v", found.State, err)
	}
	if last, err := b.store.Last(); !errors.Is(err, ErrNoReceipt) {
		t.Errorf("%s could be undone, %v", last.ID, err)
	}
}
