package preferences

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
	"neverask/settings"
	"neverask/settings/ownfile"
)

// A Watch tells which changes of the preferences were not made through neverask.
//
// It remembers the preferences as the person last saw them. Changes that
// neverask made are in the journal of the store and count as seen, and so does
// everything that answers less than before. The rest is reported until it is
// confirmed. When the Watch looks for the first time, what the file held before
// neverask's first change of it counts as seen.
//
// A Watch does not keep the hook from using a rule: whoever can write the
// preferences can write its memory too.
type Watch struct {
	book *Book
	path string
}

// New returns the watch over a book. Its memory is kept in the directory
// state.
func New(b *Book, state string) *Watch {
	return &Watch{b, filepath.Join(state, "preferences.seen.json")}
}

// memory is what a Watch remembers.
type memory struct {
	// Receipt is the last change of neverask's that is taken into account.
	Receipt string `json:"receipt,omitempty"`
	// Content is the file as it was then.
	Content string `json:"content"`
	// Seen are the preferences as the person knows them. A rule of which they
	// know one member before an edit and one after it need not be valid.
	Seen question.Preferences `json:"seen"`
	// Tools are the rules for tools as the person knows them, and nil in a memory
	// that was written before they were watched.
	Tools []toolrule.Rule `json:"tools"`
}

// Outside lists what was changed outside of neverask and not confirmed since, in
// the order of the file. Preferences that are not valid are not looked at.
func (w *Watch) Outside(ctx context.Context) ([]Outside, error) {
	return w.compare(ctx, nil)
}

// Confirm marks changes as seen that are still as they were shown, or none of
// them: one that is different now is an error that wraps ErrRuleChanged.
func (w *Watch) Confirm(ctx context.Context, shown ...Outside) error {
	_, err := w.compare(ctx, shown)
	return err
}

func (w *Watch) compare(ctx context.Context, confirm []Outside) (found []Outside, err error) {
	content, err := w.read()
	if err != nil || content == nil {
		return nil, err
	}
	lock := w.book.store.ReadLocked
	if len(confirm) > 0 {
		lock = func(ctx context.Context, f func() error) error {
			return w.book.store.Exclusive(ctx, func(settings.ApplyFunc) error { return f() })
		}
	}
	// No change may come between the file and the journal.
	err = lock(ctx, func() error {
		if content, err = w.read(); err != nil {
			return err
		}
		now, _, err := question.ParsePreferences(content)
		if err != nil {
			return nil // said by everything that reads the preferences
		}
		before, m, err := w.recall(content)
		if err != nil {
			return err
		}
		tools := toolsOf(content)
		found = append(compare(m.Seen, now), compareTools(m.Tools, tools)...)
		for _, c := range confirm {
			if !slices.ContainsFunc(found, func(o Outside) bool { return reflect.DeepEqual(o, c) }) {
				return fmt.Errorf("%s: %w", c.ID, ErrRuleChanged)
			}
		}
		open := slices.DeleteFunc(slices.Clone(found), func(o Outside) bool {
			return slices.ContainsFunc(confirm, func(c Outside) bool { return c.ID == o.ID })
		})
		m.Tools = confirmedTools(m.Tools, tools, open)
		m.Seen = confirmed(m.Seen, now, slices.DeleteFunc(open, func(o Outside) bool { return o.tool != "" }))
		m.Content = string(content)
		return w.keep(before, m)
	})
	return found, err
}

// read returns the preferences; nil when there are none and never were.
func (w *Watch) read() ([]byte, error) {
	content, err := os.ReadFile(w.book.path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(w.path); err == nil {
			return []byte{}, nil
		}
		return nil, nil
	}
	return content, err
}

// recall reads the memory and brings it up to date with what neverask has
// changed since. before are the bytes that were read.
func (w *Watch) recall(content []byte) (before []byte, m memory, err error) {
	changes, err := w.changes()
	if err != nil {
		return nil, m, err
	}
	before, err = os.ReadFile(w.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		before, m = nil, w.begin(changes, content)
	case err != nil:
		return nil, m, err
	default:
		if err := json.Unmarshal(before, &m); err != nil {
			return nil, m, fmt.Errorf("%s: %w; remove the file, and what the preferences hold will count as seen", w.path, err)
		}
		if m.Tools == nil {
			m.Tools = toolsOf([]byte(m.Content))
		}
	}
	m.replay(w.book.store, changes, content)
	return before, m, nil
}

// begin is the memory at the first look.
func (w *Watch) begin(changes []settings.Receipt, content []byte) memory {
	m := memory{Content: string(content)}
	if len(changes) > 0 {
		if first, ok := w.book.store.Before(changes[0]); ok {
			m.Content = string(first)
		} else {
			m.Receipt = changes[len(changes)-1].ID
		}
	}
	m.Seen, _, _ = question.ParsePreferences([]byte(m.Content)) // nothing was seen in what is not valid
	m.Tools = toolsOf([]byte(m.Content))
	return m
}

// changes are neverask's own of the preferences, the oldest first.
func (w *Watch) changes() ([]settings.Receipt, error) {
	all, err := w.book.store.History()
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(w.book.path)
	return slices.DeleteFunc(all, func(r settings.Receipt) bool { return r.Path != path || r.State == settings.Failed }), err
}

// keep writes the memory, unless it is as it was: whole or not at all.
func (w *Watch) keep(before []byte, m memory) error {
	after, err := json.Marshal(m)
	if err != nil || string(after) == string(before) {
		return err
	}
	return ownfile.Write(w.path, after, 0o600)
}
