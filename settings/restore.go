package settings

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	// ErrNoBackup says that the content before a change is no longer kept.
	ErrNoBackup = errors.New("is no longer kept")
	// ErrDamaged says that a backup does not hold what was put into it.
	ErrDamaged = errors.New("is damaged")
)

// A Backup is the content of a file before a change.
type Backup struct {
	Receipt Receipt
	Path    string // of the backup itself
	Size    int64
	// Err wraps ErrDamaged when the content is not what the receipt says, or
	// tells why it cannot be read.
	Err error
}

// Backups returns what is kept, oldest first, each compared with the checksum
// in its receipt.
func (s *Store) Backups() ([]Backup, error) {
	all, err := s.History()
	if err != nil {
		return nil, err
	}
	var found []Backup
	for _, r := range all {
		if r.Backup == "" || r.State == Failed {
			continue
		}
		content, err := s.backup(r)
		if !errors.Is(err, ErrNoBackup) {
			found = append(found, Backup{r, s.backupPath(r.Backup), int64(len(content)), err})
		}
	}
	return found, nil
}

// backup returns the content before a change, or why it cannot be had.
func (s *kept) backup(r Receipt) ([]byte, error) {
	b, err := s.disk.ReadFile(s.backupPath(r.Backup))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the backup %s %w", r.Backup, ErrNoBackup)
	case err != nil:
		return nil, err
	case Digest(b) != r.Before:
		return b, fmt.Errorf("the backup %s %w: its checksum is not the one in the journal", s.backupPath(r.Backup), ErrDamaged)
	}
	return b, nil
}

// Rewind plans to give the whole file the content from before a change, whatever
// is in it now. Unlike Undo it takes back everybody's later edits. A file that
// the change made is removed.
func (s *Store) Rewind(r Receipt) (Plan, error) {
	if r.State == Failed {
		return Plan{}, fmt.Errorf("change %s failed and left the file as it was", r.ID)
	}
	f, err := load(s.disk, r.Path)
	var syntax *SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		return Plan{}, err
	}
	if f.Target != r.Target {
		return Plan{}, fmt.Errorf("%s: now leads to %s, not to %s: %w", r.Path, f.Target, r.Target, ErrInTheWay)
	}
	p := f.Rewrite(nil)
	p.Rewinds = r.ID
	if r.Created() {
		p.Removed, p.Dirs = true, r.Dirs
		return p, nil
	}
	if p.After, err = s.backup(r); err != nil {
		return Plan{}, fmt.Errorf("%s: %w", r.Path, err)
	}
	if p.Created {
		p.Mode = r.Mode
	}
	return p, nil
}
