package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// finishInterrupted finishes the change of a process that was stopped in the middle. Every change
// calls it first, so only the last one in the change log can be unfinished.
func (s *Store) finishInterrupted() error {
	b, err := s.disk.ReadChangeLog(s.changeLog())
	if errors.Is(err, fs.ErrNotExist) || len(b) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot read the change log, so nothing was changed: %w", err)
	}
	if b[len(b)-1] != '\n' {
		// A torn line must not swallow the next one.
		if err := s.endLine(); err != nil {
			return fmt.Errorf("cannot write the change log, so nothing was changed: %w", err)
		}
	}
	for _, line := range slices.Backward(bytes.Split(b, []byte{'\n'})) {
		var e entry
		if len(line) == 0 || json.Unmarshal(line, &e) != nil {
			continue
		}
		if e.Receipt == nil {
			return nil // it ended
		}
		if _, err := s.disk.ReadFile(e.Target); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil // how it ended cannot be told now; a later change will
		}
		return s.record(entry{Ended: e.ID, Outcome: s.finish(*e.Receipt)}, false)
	}
	return nil
}

func (s *kept) endLine() error {
	f, err := s.disk.Append(s.changeLog())
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write([]byte{'\n'})
	return err
}

// finish removes the temporary file of an interrupted change, or puts it back if another program
// wrote it.
func (s *Store) finish(r Receipt) State {
	outcome := s.outcomeOf(r)
	if outcome == Failed {
		defer s.sweep(r)
	}
	left, err := s.disk.ReadFile(r.temp())
	if err != nil {
		return outcome
	}
	// The file that the exchange brought out is neither new nor the planned old: somebody wrote
	// it at that moment.
	foreign := outcome == Applied && Digest(left) != r.Before && Digest(left) != r.After
	switch {
	case foreign && s.putBack(r, r.temp()) == nil:
		return Failed
	case foreign:
		if s.hold(r, r.temp()) && s.disk.SyncDir(s.replacedPath("")) == nil {
			_ = s.disk.Remove(r.temp())
		}
	case outcome == Applied && Digest(left) == r.Before:
		_ = s.retire(r, r.temp())
	default:
		s.withdraw(r, r.temp())
	}
	return outcome
}

// untouched returns the file that a change left, or nil if the change removed it. The error is
// ErrChanged if others have written it since: nothing may replace their edit.
func (s *kept) untouched(r Receipt) (fs.FileInfo, error) {
	info, err := s.disk.Lstat(r.Target)
	if errors.Is(err, fs.ErrNotExist) && r.After == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b, err := s.disk.ReadFile(r.Target)
	if err == nil && Digest(b) != r.After {
		err = ErrChanged
	}
	return info, err
}

// sweep removes what a change made before it failed.
func (s *kept) sweep(r Receipt) {
	if r.Backup != "" {
		_ = s.disk.Remove(s.backupPath(r.Backup))
	}
	s.dropReplaced(r)
	if r.Created() {
		for _, dir := range slices.Backward(r.Dirs) {
			_ = s.disk.Remove(dir) // fails when somebody uses it
		}
	}
}

// outcomeOf finds out how a change ended if its process was stopped before it could record that.
// If somebody else has written the file since, it looks for the change's edits in it: the receipt
// may be the only record of what was removed.
func (s *kept) outcomeOf(r Receipt) State {
	if _, err := s.untouched(r); err == nil {
		return Applied
	}
	b, err := s.disk.ReadFile(r.Target)
	if err != nil || Digest(b) == r.Before || s.notInPlace(r) {
		return Failed
	}
	if doc, err := Parse(b); err == nil && doc.shows(r.Edits) {
		return Applied
	}
	return Failed
}

// notInPlace reports whether the new content of a change is still in a file beside its target.
func (s *kept) notInPlace(r Receipt) bool {
	for _, name := range []string{r.temp(), s.replacedPath(r.Backup)} {
		if b, err := s.disk.ReadFile(name); err == nil && Digest(b) == r.After {
			return true
		}
	}
	return false
}

// shows reports whether a document looks as if edits had been made in it: it has something
// that they added, or lacks everything that they removed.
func (d Document) shows(edits []Edit) bool {
	missing := 0
	for _, e := range edits {
		there, was := d.holds(e, e.New), d.holds(e, e.Old)
		switch {
		case e.Root || e.AddsContainer():
		case there && !was:
			return true
		case e.Removed() && was:
			return false
		case e.Removed():
			missing++
		}
	}
	return missing > 0
}

// holds reports whether a value is in the container, and under the name, that an edit is about.
func (d Document) holds(e Edit, raw string) bool {
	c, err := d.container(e.Path)
	if err != nil || raw == "" {
		return false
	}
	for i, it := range c.items {
		if it.name == e.Key && SameValue(c.value(i), raw) {
			return true
		}
	}
	return false
}
