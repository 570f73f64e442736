package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// finishInterrupted finishes the change of a process that was stopped in the middle of it. Changes are
// made one after the other, and each heals first, so only the last one in the change log can
// be unfinished.
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
			return nil // nobody can tell now how it ended, so a later one does
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

// finish removes the temporary file of an interrupted change, or restores it if it
// contains another program's content.
func (s *Store) finish(r Receipt) State {
	outcome := s.outcomeOf(r)
	if outcome == Failed {
		defer s.sweep(r)
	}
	left, err := s.disk.ReadFile(r.temp())
	if err != nil {
		return outcome
	}
	// What the exchange brought out is neither ours nor what the plan replaces:
	// somebody wrote the file at that moment.
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

// untouched returns the file that a change left, nil if it removed it, and ErrChanged if it
// is another one now: nothing may replace a later edit by others.
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
