package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A LateWrite is what another program wrote into a file that it had opened before neverask
// replaced and renamed it. It is in no settings file.
type LateWrite struct {
	Receipt Receipt // the change that replaced the file
	Path    string  // where it is kept
}

// LateWrites returns what other programs wrote into replaced files, oldest first, unless the
// settings file has the same content.
func (s *Store) LateWrites() ([]LateWrite, error) {
	entries, err := s.disk.ReadDir(s.replacedPath(""))
	if errors.Is(err, fs.ErrNotExist) || len(entries) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	receipts, err := s.receipts()
	if err != nil {
		return nil, err
	}
	var late []LateWrite
	for _, e := range entries {
		if r := receipts[e.Name()]; s.writtenLate(e.Name(), r) {
			late = append(late, LateWrite{r, s.replacedPath(e.Name())})
		}
	}
	return late, nil
}

// receipts are the changes that replaced a file, by the names of their backups.
func (s *Store) receipts() (map[string]Receipt, error) {
	all, err := s.History()
	if err != nil {
		return nil, err
	}
	receipts := map[string]Receipt{}
	for _, r := range all {
		if r.Backup != "" {
			receipts[r.Backup] = r
		}
	}
	return receipts, nil
}

// writtenLate reports whether the content of a replaced file is neither what was replaced
// nor what is in the settings file now. Without the receipt, as in the middle of a purge,
// nobody can tell.
func (s *kept) writtenLate(name string, r Receipt) bool {
	b, err := s.disk.ReadFile(s.replacedPath(name))
	if r.ID == "" || err != nil || len(b) == 0 || Digest(b) == r.Before || Digest(b) == r.After {
		return false
	}
	now, err := s.disk.ReadFile(r.Target)
	return err != nil || Digest(now) != Digest(b)
}

// replacedPath is where a replaced file is kept until nobody writes to it any more. The name is
// that of the backup with the replaced content.
func (s *kept) replacedPath(name string) string {
	return filepath.Join(s.dir, "replaced", name)
}

// retire removes the replaced file's name beside the target, and keeps the file under another,
// because programs may have it open. On another file system it cannot be kept.
func (s *kept) retire(r Receipt, temp string) error {
	s.hold(r, temp)
	return s.disk.Remove(temp)
}

// withdraw removes a file with new content that was in place for a moment. If a program has it
// open for writing, it is kept.
func (s *kept) withdraw(r Receipt, name string) {
	switch held := s.disk.Held(name); {
	case held && name == s.replacedPath(r.Backup):
		return
	case held:
		s.hold(r, name)
	}
	_ = s.disk.Remove(name)
}

// hold gives a file a second name among the kept files, and reports success. It does not rename:
// a power loss could undo half of a rename between directories.
func (s *kept) hold(r Receipt, name string) bool {
	out := s.replacedPath(r.Backup)
	if makeDirs(s.disk, filepath.Dir(out)) != nil {
		return false
	}
	err := s.disk.Link(name, out)
	return err == nil || errors.Is(err, fs.ErrExist) // a stopped process did it
}

// checkReplaced checks the replaced file once more. If a program that had it open has written to
// it, it is put back, and the change fails.
func (c *change) checkReplaced() error {
	out := c.replacedPath(c.receipt.Backup)
	if _, err := c.disk.Lstat(out); c.plan.Created || err != nil {
		return nil
	}
	err := c.asPlanned(out)
	if err != nil && c.putBack(c.receipt, out) != nil {
		return nil // the target is newer; the replaced file is kept, and reported
	}
	return err
}

// asPlanned checks that a file has the content that the plan replaces, and that nobody is writing
// it.
func (c *change) asPlanned(name string) error {
	if err := c.unchanged(name); err != nil {
		return err
	}
	if c.disk.Held(name) {
		return busy(c.disk, c.plan.Path, name)
	}
	return nil
}

// putBack puts a file that a change replaced or removed back in place, if the target is still as
// the change left it.
func (s *kept) putBack(r Receipt, from string) error {
	ours, err := s.untouched(r)
	if err != nil {
		return err
	}
	if r.After == "" {
		_, err = moveNew(s.disk, from, r.Target)
	} else if err = swapBack(s.disk, from, r.Target, ours); err == nil {
		s.withdraw(r, from)
	}
	if errors.Is(err, errors.ErrUnsupported) {
		return s.disk.Rename(from, r.Target)
	}
	return err
}

// dropReplaced removes the file that a failed change added to the replaced ones: a second name of
// the target, or its own new content.
func (s *kept) dropReplaced(r Receipt) {
	out := s.replacedPath(r.Backup)
	info, err := s.disk.Lstat(out)
	if r.Backup == "" || err != nil {
		return
	}
	target, _ := s.disk.Lstat(r.Target)
	if b, err := s.disk.ReadFile(out); os.SameFile(info, target) ||
		err == nil && Digest(b) == r.After && !s.disk.Held(out) {
		_ = s.disk.Remove(out)
	}
}

// pruneReplaced removes replaced files that nobody has written for a while, and whose content
// is kept elsewhere.
func (s *Store) pruneReplaced() {
	entries, err := s.disk.ReadDir(s.replacedPath(""))
	if err != nil {
		return
	}
	var receipts map[string]Receipt
	for _, e := range entries {
		name := s.replacedPath(e.Name())
		if info, err := e.Info(); err != nil || !s.olderThan(e.Name(), quiet) ||
			time.Since(info.ModTime()) < quiet || s.disk.Held(name) {
			continue
		}
		if receipts == nil {
			if receipts, err = s.receipts(); err != nil {
				return
			}
		}
		r, known := receipts[e.Name()]
		if known && !s.writtenLate(e.Name(), r) || s.olderThan(e.Name(), keptFor) {
			_ = s.disk.Remove(name)
		}
	}
}
