package outsidechanges

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"neverask/settings"
	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// A Watch remembers the hooks of settings files.
type Watch struct {
	store *settings.Store
	dir   string
	now   func() time.Time
}

// New returns the watch over the settings files that a store changes. Its
// memory is kept below the directory state.
func New(store *settings.Store, state string, now func() time.Time) *Watch {
	return &Watch{store, filepath.Join(state, "hooks.seen"), now}
}

// Changes lists the hooks of a settings file that were lost or changed since the user last knew
// them. The first time, the file's present hooks count as known, or if neverask has changed the
// file, those that it left. A file that cannot be read is an error, and its memory stays. Changes
// waits only briefly for a change in progress: then the error is settings.ErrLocked.
func (w *Watch) Changes(ctx context.Context, path string) ([]Change, error) {
	return w.compare(ctx, w.store.ReadLocked, path, func(Change) bool { return false })
}

// Accept marks as known the changes of a file for which want returns true.
func (w *Watch) Accept(ctx context.Context, path string, want func(Change) bool) error {
	_, err := w.compare(ctx, w.exclusive, path, want)
	return err
}

// ChangesToEdit is Changes for a caller that edits the file next, and so waits for other
// edits.
func (w *Watch) ChangesToEdit(ctx context.Context, path string) ([]Change, error) {
	return w.compare(ctx, w.exclusive, path, func(Change) bool { return false })
}

func (w *Watch) exclusive(ctx context.Context, f func() error) error {
	return w.store.Exclusive(ctx, func(settings.ApplyFunc) error { return f() })
}

// compare finds the changes under a lock: neverask must not change anything between reading
// the file and the change log.
func (w *Watch) compare(ctx context.Context, lock func(context.Context, func() error) error,
	path string, accept func(Change) bool) (found []Change, err error) {
	if _, err := os.Stat(filepath.Dir(w.dir)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil // neverask was not used yet, and reading creates no files
	}
	err = lock(ctx, func() error {
		f, err := w.store.Load(path)
		if err != nil {
			return err
		}
		now, text, err := parse(f.Document)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		before, m, err := w.recall(f.Target)
		if err != nil {
			return err
		}
		same, err := m.replay(w.store, before == nil, now, text, f.Document)
		if err != nil || same && len(m.Missing) == 0 {
			return err
		}
		m.see(now, w.now().UTC())
		m.Hooks = text
		for _, c := range m.changes() {
			if accept(c) {
				m.forget(c.Item)
			} else {
				found = append(found, c)
			}
		}
		return w.keep(before, m)
	})
	return found, err
}

// replay updates the memory by neverask's changes since. first reports that there was no memory.
// now and text are the hooks in the file and their text. same reports that nobody has changed them.
func (m *memory) replay(store *settings.Store, first bool, now []Item,
	text string, doc settings.Document) (same bool, err error) {
	all, err := store.History()
	if err != nil {
		return false, err
	}
	all = slices.DeleteFunc(all, func(r settings.Receipt) bool {
		return r.Target != m.Target || r.State == settings.Failed
	})
	switch at := slices.IndexFunc(all, func(r settings.Receipt) bool { return r.ID == m.Receipt }); {
	case first && len(all) == 0:
		m.present = now
		return false, nil
	case first:
		m.unknown = true
		all = all[len(all)-1:]
	case m.Receipt != "" && at < 0:
		all = nil
	default:
		all = all[at+1:]
	}
	// Nothing to read if neither neverask nor another program changed anything.
	if len(all) == 0 && m.Hooks == text {
		m.present = now
		return true, nil
	}
	read := newReadings(doc.Bytes(), text, now)
	if !first {
		if m.present, err = m.last(read, store, all); err != nil {
			return false, fmt.Errorf("the memory of %s cannot be read: %w", m.Target, err)
		}
	}
	for _, r := range all {
		m.Receipt = r.ID
		before, after, ok := store.Contents(r)
		if !ok {
			m.unknown = true
			continue
		}
		if was, err := read.of(before); err == nil {
			m.see(was, r.Time)
		}
		if is, err := read.of(after); err == nil {
			m.follow(is)
		}
	}
	return false, nil
}

// last reads the hooks at the last look. Usually neverask's next change found the same hooks,
// which are read anyway.
func (m *memory) last(read readings, store *settings.Store, next []settings.Receipt) ([]Item, error) {
	if len(next) > 0 {
		if before, ok := store.Before(next[0]); ok {
			_, _ = read.of(before)
		}
	}
	switch items, known := read.members[m.Hooks]; {
	case known:
		return items, nil
	case m.Hooks == "":
		return nil, nil
	}
	return read.of([]byte(`{"hooks":` + m.Hooks + "}"))
}

// file returns the path of a settings file's memory.
func (w *Watch) file(target string) string {
	return filepath.Join(w.dir, settings.Digest([]byte(target))[:16]+".json")
}

// recall reads a memory. before holds its bytes, nil if there is none.
func (w *Watch) recall(target string) (before []byte, m *memory, err error) {
	m = &memory{Target: target}
	before, err = saferead.ReadFile(w.file(target), settings.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, m, nil
	}
	if err == nil {
		if err = json.Unmarshal(before, m); err != nil {
			err = fmt.Errorf("%s: %w; remove the file: then the present hooks count as known", w.file(target), err)
		}
	}
	for i := range m.Missing {
		m.Missing[i].read()
		if now := m.Missing[i].Now; now != nil {
			now.read()
		}
	}
	return before, m, err
}

// keep writes a memory, unless it is unchanged.
func (w *Watch) keep(before []byte, m *memory) error {
	after, err := json.Marshal(m)
	if err != nil || string(after) == string(before) {
		return err
	}
	if err := os.MkdirAll(w.dir, 0o700); err != nil {
		return err
	}
	return ownfile.Write(w.file(m.Target), after, 0o600)
}
