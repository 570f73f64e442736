package outsidechanges

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/settings"
	"neverask/settings/musttest"
)

// bench is a settings file under watch.
type bench struct {
	t     *testing.T
	path  string
	store *settings.Store
	watch *Watch
}

func newBench(t *testing.T, content string) *bench {
	t.Helper()
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	b := &bench{t: t, path: filepath.Join(dir, "settings.json"), store: settings.NewStore(state, time.Now)}
	b.watch = New(b.store, state, time.Now)
	b.write(content)
	musttest.Do(t, os.Mkdir(state, 0o700))
	b.expect("")
	return b
}

func (b *bench) write(content string) {
	b.t.Helper()
	musttest.Write(b.t, b.path, content)
}

func (b *bench) content() string {
	b.t.Helper()
	c := musttest.Read(b.t, b.path)
	return string(c)
}

func (b *bench) changes() []Change {
	b.t.Helper()
	found, err := b.watch.Changes(context.Background(), b.path)
	musttest.Do(b.t, err)
	return found
}

// words writes changes as "lost Stop:a, changed Stop:b to Stop:c".
func words(found []Change) string {
	var all []string
	for _, c := range found {
		name := func(h Item) string {
			g, handler := h.Parts()
			return fmt.Sprintf("%s:%s:%s", h.Event, matcherOf(g), handler.Command)
		}
		s := string(c.Kind) + " " + name(c.Item)
		if c.Now != nil {
			s += " to " + name(*c.Now)
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func (b *bench) expect(want string) {
	b.t.Helper()
	if got := words(b.changes()); got != want {
		b.t.Errorf("got %q, want %q", got, want)
	}
}

// ours makes a change through the store.
func (b *bench) ours(op string, edit func(settings.Document) (settings.Document, error)) settings.Receipt {
	b.t.Helper()
	r, err := b.store.Update(context.Background(), b.path, op, edit)
	musttest.Do(b.t, err)
	return r
}

func (b *bench) add(event, group string) settings.Receipt {
	b.t.Helper()
	return b.ours("add", func(d settings.Document) (settings.Document, error) {
		return d.Append(settings.Path{"hooks", event}, group)
	})
}

// h is a group with commands.
func h(matcher string, commands ...string) string {
	var handlers []string
	for _, c := range commands {
		handlers = append(handlers, fmt.Sprintf(`{"type":"command","command":%q}`, c))
	}
	return fmt.Sprintf(`{"matcher":%q,"hooks":[%s]}`, matcher, strings.Join(handlers, ","))
}

// file is a settings file with groups at PreToolUse.
func file(groups ...string) string {
	return `{"hooks":{"PreToolUse":[` + strings.Join(groups, ",") + `]}}`
}

func TestWhatOthersDo(t *testing.T) {
	start := file(h("Bash", "a", "b"), h("Edit", "c"))
	for _, c := range []struct {
		name, now, want string
	}{
		{"nothing", start, ""},
		{"another layout and order", "{\n \"hooks\": {\"PreToolUse\": [" + h("Edit", "c") + ", " + h("Bash", "b", "a") + "]}}", ""},
		{"a split group", file(h("Bash", "a"), h("Bash", "b"), h("Edit", "c")), ""},
		{"one is gone", file(h("Bash", "a"), h("Edit", "c")), "lost PreToolUse:Bash:b"},
		{"all are gone", "{}", "lost PreToolUse:Bash:a, lost PreToolUse:Bash:b, lost PreToolUse:Edit:c"},
		{"one came", file(h("Bash", "a", "b"), h("Edit", "c"), h("*", "d")), ""},
		{"a matcher", file(h("Bash|Read", "a", "b"), h("Edit", "c")),
			"changed PreToolUse:Bash:a to PreToolUse:Bash|Read:a, changed PreToolUse:Bash:b to PreToolUse:Bash|Read:b"},
		{"a member", strings.Replace(start, `"a"`, `"a","timeout":5`, 1), "changed PreToolUse:Bash:a to PreToolUse:Bash:a"},
		{"an event", strings.Replace(start, "PreToolUse", "PostToolUse", 1),
			"lost PreToolUse:Bash:a, lost PreToolUse:Bash:b, lost PreToolUse:Edit:c"},
		{"a second one of the same", file(h("Bash", "a", "b", "a"), h("Edit", "c")), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, start)
			b.write(c.now)
			b.expect(c.want)
			b.expect(c.want)
			musttest.Do(t, b.watch.Accept(context.Background(), b.path, func(Change) bool { return true }))
			b.expect("")
		})
	}
}

// TestThereAndBack: what is as it was is no news.
func TestThereAndBack(t *testing.T) {
	b := newBench(t, file(h("Bash", "a")))
	b.write("{}")
	b.expect("lost PreToolUse:Bash:a")
	b.write(file(h("Bash", "a")))
	b.expect("")
	b.write(file(h("Edit", "a")))
	b.write(file(h("Read", "a")))
	b.expect("changed PreToolUse:Bash:a to PreToolUse:Read:a")
	b.write(file(h("Write", "a")))
	b.expect("changed PreToolUse:Bash:a to PreToolUse:Write:a")
	b.write(file(h("Bash", "a")))
	b.expect("")
	// What came since is missed as well when it goes.
	b.write(file(h("Bash", "a"), h("Edit", "new")))
	b.expect("")
	b.write(file(h("Bash", "a")))
	b.expect("lost PreToolUse:Edit:new")
}

func TestOurOwnChangesAreNoNews(t *testing.T) {
	b := newBench(t, file(h("Bash", "a")))
	r := b.add("PreToolUse", h("Edit", "ours"))
	b.expect("")
	with := b.content()
	p, err := b.store.Undo(r)
	musttest.Do(t, err)
	if _, err := b.store.Apply(context.Background(), p, "undo"); err != nil {
		t.Fatal(err)
	}
	b.expect("")
	b.add("PreToolUse", h("Edit", "ours"))
	// A stale copy is written before anybody has looked.
	b.write(file(h("Bash", "a")))
	b.expect("lost PreToolUse:Edit:ours")
	// Putting it in again settles it.
	b.add("PreToolUse", h("Edit", "ours"))
	b.expect("")
	// Others before and after a change of ours.
	b.write(strings.Replace(with, `"a"`, `"x"`, 1))
	b.add("Stop", h("", "stop"))
	b.write(strings.Replace(b.content(), `"ours"`, `"y"`, 1))
	b.expect("lost PreToolUse:Bash:a, lost PreToolUse:Edit:ours")
	// What neverask takes away is not lost.
	b.ours("remove", func(d settings.Document) (settings.Document, error) { return d.Delete(settings.Path{"hooks", "Stop"}) })
	b.expect("lost PreToolUse:Bash:a, lost PreToolUse:Edit:ours")
}

// TestFirstLookAfterOurChange: the memory starts with what neverask left.
func TestFirstLookAfterOurChange(t *testing.T) {
	b := newBench(t, file(h("Bash", "a")))
	musttest.Do(t, os.RemoveAll(b.watch.dir))
	b.add("PreToolUse", h("Edit", "ours"))
	b.write("{}")
	b.expect("lost PreToolUse:Bash:a, lost PreToolUse:Edit:ours")
}

func TestLookingMakesNoFiles(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	w := New(settings.NewStore(state, time.Now), state, time.Now)
	if found, err := w.Changes(context.Background(), filepath.Join(dir, "settings.json")); err != nil || found != nil {
		t.Errorf("got %v, %v", found, err)
	}
	if _, err := os.Stat(state); !os.IsNotExist(err) {
		t.Error("the state directory was made")
	}
}

// TestBrokenFile: a file that cannot be read has not lost its hooks.
func TestBrokenFile(t *testing.T) {
	b := newBench(t, file(h("Bash", "a")))
	b.write("{")
	if _, err := b.watch.Changes(context.Background(), b.path); err == nil {
		t.Error("no error")
	}
	b.write(file(h("Bash", "a")))
	b.expect("")
}

func TestPutBack(t *testing.T) {
	start := "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      " + h("Bash", "a", "b", "c") + ",\n      " + h("Edit", "d") + ",\n      " + h("", "e") + "\n    ],\n    \"Stop\": [" + h("", "f") + "]\n  }\n}\n"
	for _, c := range []struct {
		name string
		now  func(string) string
		same bool // it becomes the same, byte for byte
	}{
		{"a handler in the middle", func(s string) string {
			return strings.Replace(s, `{"type":"command","command":"b"},`, "", 1)
		}, false},
		{"two of three handlers", func(s string) string {
			return strings.Replace(s, `,{"type":"command","command":"b"},{"type":"command","command":"c"}`, "", 1)
		}, false},
		{"a group in the middle", func(s string) string { return strings.Replace(s, h("Edit", "d")+",\n      ", "", 1) }, false},
		{"an event", func(s string) string {
			return strings.Replace(s, ",\n    \"Stop\": ["+h("", "f")+"]", "", 1)
		}, false},
		{"a matcher", func(s string) string { return strings.Replace(s, `"Edit"`, `"Write"`, 1) }, false},
		{"a member", func(s string) string { return strings.Replace(s, `"d"`, `"d","timeout":3`, 1) }, true},
		{"everything", func(string) string { return "{}" }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, start)
			b.write(c.now(start))
			found := b.changes()
			if len(found) == 0 {
				t.Fatal("nothing was lost")
			}
			b.ours("putback", func(d settings.Document) (settings.Document, error) { return PutBack(d, found) })
			if c.same && b.content() != start {
				t.Errorf("got\n%s\nwant\n%s", b.content(), start)
			}
			b.expect("")
			got, err := newReadings(nil, "", nil).of([]byte(b.content()))
			musttest.Do(t, err)
			was, _ := newReadings(nil, "", nil).of([]byte(start))
			order := func(items []Item) (all []string) {
				for _, h := range items {
					all = append(all, h.identity())
				}
				return all
			}
			if !slices.Equal(order(got), order(was)) {
				t.Errorf("the hooks are\n%q\nnot\n%q", order(got), order(was))
			}
		})
	}
}
