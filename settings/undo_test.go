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

	"neverask/settings/musttest"
)

// add adds a member to the root.
func (b *bench) add(key, raw string) Receipt {
	b.t.Helper()
	return b.edit("add", func(d Document) (Document, error) { return d.Set(Path{key}, raw) })
}

func (b *bench) edit(op string, edit func(Document) (Document, error)) Receipt {
	b.t.Helper()
	r, err := b.store.Update(context.Background(), b.path, op, edit)
	musttest.Do(b.t, err)
	return r
}

func (b *bench) do(p Plan, err error, op string) Receipt {
	b.t.Helper()
	musttest.Do(b.t, err)
	r, err := b.store.Apply(context.Background(), p, op)
	musttest.Do(b.t, err)
	return r
}

// states writes the state of every change, oldest first.
func (b *bench) states() string {
	b.t.Helper()
	records, err := b.store.Records(nil)
	musttest.Do(b.t, err)
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

// TestUndone: a change is undone while the change that took it back stands.
func TestUndone(t *testing.T) {
	b := newBench(t, original)
	park := b.add("a", "1")
	back := func(r Receipt, op string) Receipt {
		t.Helper()
		p, err := b.store.Undo(r)
		return b.do(p, err, op)
	}
	want := func(states string) {
		t.Helper()
		if got := b.states(); got != states {
			t.Errorf("got %s, want %s", got, states)
		}
	}
	unpark := back(park, "unpark")
	want("undone by b, applied")
	back(unpark, Undoing)
	want("applied, undone by c, applied")
	if last, err := b.store.Last(); err != nil || last.ID != park.ID {
		t.Errorf("the last change is %s, %v", last.ID, err)
	}
	back(park, Undoing)
	want("undone by d, undone by c, applied, applied")
	if last, err := b.store.Last(); !errors.Is(err, ErrNoReceipt) {
		t.Errorf("%s could be undone, %v", last.ID, err)
	}
	// A log that begins anew, as after a purge, has nothing of the old one.
	musttest.Do(t, os.Remove(b.store.changeLog()))
	b.add("c", "3")
	want("applied")
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
	f, err := read(osDisk{}, b.path)
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

// TestOldBackupsGo: the newest of each file stays, whatever its age.
func TestOldBackupsGo(t *testing.T) {
	b := newBench(t, original)
	clock := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b.store.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	first, second := b.add("a", "1"), b.add("b", "2")
	clock = clock.Add(keptFor)
	other := &bench{t: t, dir: b.dir, path: filepath.Join(b.dir, "other.json"), store: b.store}
	other.write(original)
	other.add("a", "1")
	_, old := b.store.Before(first)
	_, newest := b.store.Before(second)
	if old || !newest {
		t.Errorf("kept: the old one %v, the newest %v", old, newest)
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

// TestFileThatIsGone: the change that made a file is superseded by the one that removed it, and
// nothing that is undone makes it again.
func TestFileThatIsGone(t *testing.T) {
	b := newBench(t, "")
	b.apply(b.plan())
	other := &bench{t: t, dir: b.dir, path: filepath.Join(b.dir, "other.json"), store: b.store}
	other.write(original)
	between := other.add("a", "1")
	f, err := Load(b.path)
	last := b.do(f.PlanRemove(Document{}, nil), err, "uninstall")
	if got := b.states(); got != "superseded by c, applied, applied" {
		t.Error(got)
	}
	if all, err := b.store.Records(func(r Receipt) bool { return r.ID == last.ID }); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
	musttest.Do(t, os.Remove(other.path))
	if p, err := b.store.Undo(between); !errors.Is(err, ErrInTheWay) {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestContents(t *testing.T) {
	b := newBench(t, original)
	r := b.add("a", "1")
	after := b.content()
	p, err := b.store.Undo(r)
	undone := b.do(p, err, Undoing)
	b.write("{}")
	b.add("b", "2")
	last := b.content()
	musttest.Do(t, os.Remove(b.path))
	f, err := Load(b.path)
	again := b.do(f.Rewrite([]byte(last)), err, "make again")
	musttest.Do(t, os.Remove(b.path))
	for _, c := range []struct {
		r             Receipt
		before, after string
		ok            bool
	}{{r, original, after, true}, {undone, after, original, true}, {again, "", last, true}} {
		before, after, ok := b.store.Contents(c.r)
		if ok != c.ok || string(before) != c.before || string(after) != c.after {
			t.Errorf("%s: got %q, %q, %v", c.r.Op, before, after, ok)
		}
	}
}

// TestDamagedBackup: one that is not what was put into it is none.
func TestDamagedBackup(t *testing.T) {
	b := newBench(t, original)
	r := b.add("a", "1")
	if content, ok := b.store.Before(r); !ok || string(content) != original {
		t.Errorf("got %q, %v", content, ok)
	}
	musttest.Do(t, os.WriteFile(b.store.backupPath(r.Backup), []byte("{}"), 0o600))
	if content, ok := b.store.Before(r); ok {
		t.Errorf("got %q", content)
	}
	p, err := b.store.Undo(r)
	b.do(p, err, Undoing)
	b.holds(original) // by its edits
}
