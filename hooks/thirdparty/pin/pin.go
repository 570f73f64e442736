package pin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
	"neverask/settings"
	"neverask/settings/worktree"
)

// State is how a hook stands to what the person has seen.
type State string

// The states.
const (
	New     State = "new"     // it was not seen
	Seen    State = "seen"    // it is what was seen
	Changed State = "changed" // something else was seen in its place
)

// A Review is a hook with what it runs, as it was when it was read.
type Review struct {
	Hook  config.Hook
	State State
	Since time.Time // when it was seen, or what it was before
	Files []File
	Does  []string // what it may do, in words
	// Changes are what became of it since it was seen, when it is Changed.
	Changes []Change

	source string
	entry  entry
}

// A Change is another text, or another file, than was seen.
type Change struct {
	Name string // of the file, or what else it is
	// Text reports that Before and After are all of what was there, and is.
	Text          bool
	Before, After string
}

// Lines is about how many lines are others.
func (c Change) Lines() int {
	before, after := count(c.Before), count(c.After)
	gone, came := 0, 0
	for line, n := range before {
		gone += max(0, n-after[line])
	}
	for line, n := range after {
		came += max(0, n-before[line])
	}
	return max(1, gone, came)
}

func count(text string) map[string]int {
	lines := map[string]int{}
	for line := range strings.Lines(text) {
		lines[strings.TrimRight(line, "\r\n")]++
	}
	return lines
}

// String says what became of a hook: "changed since 3 November: guard.sh, 4 lines".
func (r Review) String() string {
	switch r.State {
	case New:
		return "not seen yet"
	case Seen:
		return "seen on " + r.Since.Local().Format("2 January")
	}
	const most = 3
	var names []string
	for i, c := range r.Changes {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(r.Changes)-most))
			break
		}
		name := c.Name
		switch n := c.Lines(); {
		case !c.Text:
		case n == 1:
			name += ", 1 line"
		default:
			name += fmt.Sprintf(", %d lines", n)
		}
		names = append(names, name)
	}
	return "changed since " + r.Since.Local().Format("2 January") + ": " + strings.Join(names, "; ")
}

// A Book is what a person has seen.
type Book struct {
	store *settings.Store
	dir   string
	now   func() time.Time
}

// Open returns the book that is kept below the directory state, under the lock of a
// store.
func Open(store *settings.Store, state string, now func() time.Time) *Book {
	return &Book{store, filepath.Join(state, "pins"), now}
}

// Review reads what hooks run, and compares it with what the person has seen. The
// result is in the order of the hooks.
func (b *Book) Review(all []config.Hook, around conflict.CommandEnv) ([]Review, error) {
	return b.review(all, around, func(memory) bool { return true })
}

// Changed returns the hooks that are something else than the person has seen. Nothing is
// read for hooks from places of which nothing was seen.
func (b *Book) Changed(all []config.Hook, around conflict.CommandEnv) ([]Review, error) {
	if _, err := os.Stat(b.dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	found, err := b.review(all, around, func(m memory) bool { return len(m.Entries) > 0 })
	return slices.DeleteFunc(found, func(r Review) bool { return r.State != Changed }), err
}

func (b *Book) review(all []config.Hook, around conflict.CommandEnv, want func(memory) bool) ([]Review, error) {
	around = around.Remembering()
	memories, err := b.recall(all)
	reader, names := newReader(), names{}
	var reviews []Review
	for _, h := range all {
		source := names.source(h.Source)
		if !want(memories[source]) {
			continue
		}
		reading := around.Read(h)
		r := Review{Hook: h, State: New, Does: reading.Does, source: source}
		r.entry = entry{Event: h.Group.Event, Matcher: matcherOf(h.Group), Handler: settings.Canonical(h.Handler.Raw)}
		r.entry.runs = program(r.entry.Handler)
		for _, path := range reading.Files {
			f := reader.file(path)
			r.Files = append(r.Files, f)
			r.entry.Files = append(r.entry.Files, pinned{names.file(path, h.Source), f.Digest, f.Size})
		}
		reviews = append(reviews, r)
	}
	there := map[string]bool{}
	for _, r := range reviews {
		there[r.source+"\x00"+r.entry.handler()] = true
	}
	for source, m := range memories {
		for i := range m.Entries {
			e := &m.Entries[i]
			e.runs, e.there = program(e.Handler), there[source+"\x00"+e.handler()]
		}
	}
	for i := range reviews {
		r := &reviews[i]
		if r.compare(memories[r.source]); r.State == Changed {
			r.Changes = r.changes(memories[r.source])
		}
	}
	return reviews, err
}

// compare finds what was seen in the place of a hook.
func (r *Review) compare(m memory) {
	best, at := 0, -1
	for i, e := range m.Entries {
		if e.same(r.entry) {
			r.State, r.Since = Seen, e.Seen
			return
		}
		// Of what is equally like, the last is what the person knows.
		if like := e.like(r.entry); like > 0 && like >= best {
			best, at = like, i
		}
	}
	if at >= 0 {
		r.State, r.Since = Changed, m.Entries[at].Seen
		r.entry.before = &m.Entries[at]
	}
}

// changes are what is another than it was.
func (r *Review) changes(m memory) (all []Change) {
	before := r.entry.before
	if before.Matcher != r.entry.Matcher {
		all = append(all, Change{"its matcher", true, before.Matcher, r.entry.Matcher})
	}
	if before.Handler != r.entry.Handler {
		all = append(all, Change{"its text", true, indented(before.Handler), indented(r.entry.Handler)})
	}
	old := slices.Clone(before.Files)
	for i, f := range r.entry.Files {
		c := Change{Name: filepath.Base(f.Name), Text: r.Files[i].Text != nil}
		if c.Text {
			c.After = *r.Files[i].Text
		}
		at := slices.IndexFunc(old, func(o pinned) bool { return o.Name == f.Name })
		if at >= 0 {
			was := old[at]
			old = slices.Delete(old, at, at+1)
			if was.Digest == f.Digest && was.Size == f.Size {
				continue
			}
			text, kept := m.Texts[was.Digest]
			c.Before, c.Text = text, c.Text && kept
		}
		all = append(all, c)
	}
	for _, o := range old {
		text, kept := m.Texts[o.Digest]
		all = append(all, Change{filepath.Base(o.Name), kept, text, ""})
	}
	return all
}

// Keep keeps that the person has seen hooks, as they are in their reviews.
func (b *Book) Keep(ctx context.Context, reviews ...Review) error {
	return b.store.Exclusive(ctx, func(settings.ApplyFunc) error {
		bySource := map[string][]Review{}
		for _, r := range reviews {
			bySource[r.source] = append(bySource[r.source], r)
		}
		for source, seen := range bySource {
			if len(seen) > maxEntries {
				return fmt.Errorf("%s has %d hooks, and no more than %d of one place are kept", source, len(seen), maxEntries)
			}
			m, err := b.read(source)
			if err != nil {
				return err
			}
			for _, r := range seen {
				m.add(r, b.now().UTC())
			}
			if err := b.write(m); err != nil {
				return err
			}
		}
		return nil
	})
}

// matcherOf spells the matchers alike that fire for everything.
func matcherOf(g config.Group) string {
	if g.Matcher == nil || *g.Matcher == "" {
		return "*"
	}
	return *g.Matcher
}

// names are how places are called in the memory, by directory: what is in a linked
// worktree is called as in the main checkout.
type names map[string]worktree.Checkout

func (n names) path(path string) string {
	dir := filepath.Dir(path)
	c, known := n[dir]
	if !known {
		c = worktree.Find(dir)
		n[dir] = c
	}
	if rel, err := filepath.Rel(c.Top, path); c.Linked() && err == nil {
		return filepath.Join(c.Main, rel)
	}
	return path
}

// source names the place that a hook is from, whose hooks are kept together: a settings
// file, a plugin, a directory of skills, subagents or commands.
func (n names) source(s config.Source) string {
	if plugin := pluginOf(s); plugin != "" {
		return "plugin " + plugin
	}
	switch s.Kind {
	case config.Skill:
		return n.path(filepath.Dir(filepath.Dir(s.File)))
	case config.Agent, config.Command:
		return n.path(filepath.Dir(s.File))
	}
	return n.path(s.File)
}

// pluginOf is the name of the plugin that a source belongs to, or empty. It stays when an
// update puts the plugin into another directory.
func pluginOf(s config.Source) string {
	switch {
	case s.Kind == config.Plugin:
		return s.Name
	case s.Root != "" && s.Root != filepath.Dir(s.File):
		name, _, _ := strings.Cut(s.Name, ":")
		return name
	}
	return ""
}

func (n names) file(path string, s config.Source) string {
	if root, err := filepath.EvalSymlinks(s.Root); err == nil && pluginOf(s) != "" {
		if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
			return "${CLAUDE_PLUGIN_ROOT}/" + filepath.ToSlash(rel)
		}
	}
	return n.path(path)
}
