package change

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"neverask/diffview"
	"neverask/hooks/app/changes"
	"neverask/settings"
	"neverask/tui/kit"
)

// A Changelog lists everything that neverask has changed. The parts of one change, in several files, are one entry.
type Changelog struct {
	Entries  []Entry                     // the newest first
	UndoneBy map[string]settings.Receipt // the newest undo, by the change that it undoes
	Files    []string                    // in order
}

// An Entry is one change, with all its parts.
type Entry struct {
	Receipts    []settings.Receipt // in the order they were made
	Description string             // what was done, without secrets, not yet safe to draw
	Text        kit.SearchText
}

// NewChangelog groups the parts of changes and describes them.
func NewChangelog(all []settings.Receipt, contents changes.Contents) *Changelog {
	l := &Changelog{UndoneBy: map[string]settings.Receipt{}}
	place, files := map[string]int{}, map[string]bool{}
	for _, r := range all {
		files[r.Path] = true
		if r.Undoes != "" {
			l.UndoneBy[r.Undoes] = r
		}
		if i, known := place[r.Follows]; known {
			l.Entries[i].Receipts = append(l.Entries[i].Receipts, r)
			continue
		}
		place[r.ID] = len(l.Entries)
		l.Entries = append(l.Entries, Entry{Receipts: []settings.Receipt{r}})
	}
	l.Files = slices.Sorted(maps.Keys(files))
	deeds := map[string]string{}
	for i := range l.Entries {
		o := &l.Entries[i]
		o.Description = changes.Describe(o.Receipts, contents, func(id string) string { return deeds[id] })
		others, ids := []string(nil), "" // nobody searches for these
		for _, r := range o.Receipts {
			deeds[r.ID] = o.Description
			others, ids = append(others, r.Op, r.Path), ids+" "+r.ID
		}
		o.Text = kit.NewSearchText(o.Description, others...).And(ids)
	}
	slices.Reverse(l.Entries)
	return l
}

// ID names the operation: it is that of its first part.
func (o *Entry) ID() string { return o.Receipts[0].ID }

// Op returns what was done, as the log has it.
func (o *Entry) Op() string { return o.Receipts[0].Op }

// Touches reports whether a file was changed.
func (o *Entry) Touches(path string) bool {
	return slices.ContainsFunc(o.Receipts, func(r settings.Receipt) bool { return r.Path == path })
}

// State returns the state of the whole change: applied if any part is.
func (o *Entry) State() settings.State {
	for _, s := range []settings.State{settings.Applied, settings.Undone} {
		if slices.ContainsFunc(o.Receipts, func(r settings.Receipt) bool { return r.State == s }) {
			return s
		}
	}
	return settings.Failed
}

// Undoable reports whether the change can be undone, if nothing is in the way.
func (o *Entry) Undoable() bool { return o.State() == settings.Applied && o.Op() != settings.Undoing }

// Files names the file of an operation, or the first of several.
func (o *Entry) Files(home string) string {
	s := kit.Short(home, o.Receipts[0].Path)
	if n := len(o.Receipts) - 1; n > 0 {
		s += fmt.Sprintf(" +%d", n)
	}
	return s
}

// Compact returns a value on one line, without its secrets.
func Compact(raw string) string {
	return string(bytes.Join(bytes.Fields([]byte(diffview.Redact(raw))), []byte(" ")))
}
