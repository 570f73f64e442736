package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
)

// apply is Apply with the lock held. The order of its steps makes a crash at any of them
// harmless: the change log has the change before the file does, the backup and the new content
// are on disk before the new content replaces the old, and that takes one step.
func (s *Store) apply(p Plan, op string) (Receipt, error) {
	if err := s.finishInterrupted(); err != nil {
		return Receipt{}, err
	}
	if s.Guard != nil && op != Rollback {
		if err := s.Guard(p); err != nil {
			return Receipt{}, err
		}
	}
	c := change{Store: s, plan: p}
	if err := c.check(); err != nil {
		return Receipt{}, err
	}
	c.receipt = c.draft(op)
	if err := s.record(entry{Receipt: &c.receipt}, true); err != nil {
		return Receipt{}, fmt.Errorf("cannot write the change log, so nothing was changed: %w", err)
	}
	if err := c.perform(); err != nil {
		if c.stands {
			return Receipt{}, err // the content of the file will tell how it ended
		}
		c.cleanUp()
		_ = s.record(entry{Ended: c.receipt.ID, Outcome: Failed}, false)
		return Receipt{}, err
	}
	c.receipt.State = Applied
	s.made.Store(c.receipt.ID, true)
	s.documents.Store(p.Target, p.is)
	// Without this line, History judges by the file, and the next change cleans up.
	if !c.littered {
		_ = s.record(entry{Ended: c.receipt.ID, Outcome: Applied}, false)
	}
	s.prune(c.receipt)
	s.pruneReplaced()
	return c.receipt, nil
}

// change is one plan on its way to the disk.
type change struct {
	*Store
	plan    Plan
	receipt Receipt
	info    fs.FileInfo // of the target, when checked
	placed  fs.FileInfo // of the new content
	stands  bool        // the new content is in place
	// littered reports that a temporary file is left.
	littered bool
}

// check compares the file with the plan.
func (c *change) check() error {
	// The change log stores both as JSON.
	if err := errors.Join(CheckPath(c.plan.Path), CheckPath(c.plan.Target)); err != nil {
		return err
	}
	f, err := resolve(c.disk, c.plan.Path)
	if err != nil {
		return err
	}
	if f.Target != c.plan.Target || f.Exists == c.plan.Created {
		return fmt.Errorf("%s: %w", c.plan.Path, ErrChanged)
	}
	if err := f.writable(); err != nil {
		return err
	}
	if !f.Exists {
		// A stopped process may have made the plan's directories; finishInterrupted has just
		// removed them.
		c.plan.Dirs = f.made
		return nil
	}
	if err := awaitWriter(c.disk, c.plan.Path, f.Target); err != nil {
		return err
	}
	if c.info, err = c.disk.Lstat(f.Target); err != nil {
		return err
	}
	// Somebody may have restricted access to the file since it was read.
	c.plan.Mode = f.Mode
	return c.unchanged(f.Target)
}

// unchanged compares the bytes of a file with those of the plan.
func (c *change) unchanged(name string) error {
	b, err := c.disk.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(b, c.plan.Before) {
		return fmt.Errorf("%s: %w", c.plan.Path, ErrChanged)
	}
	return nil
}

func (c *change) draft(op string) Receipt {
	p := c.plan
	r := Receipt{
		ID: newID(), Time: c.now().UTC(), Op: op, Path: p.Path, Target: p.Target,
		Mode: p.Mode, Dirs: p.Dirs, Edits: p.Edits, Undoes: p.Undoes, Follows: p.Follows, Marks: p.Marks, Session: c.Session,
	}
	var wg sync.WaitGroup
	if !p.Created {
		r.Backup = backupName(r)
		wg.Go(func() { r.Before = Digest(p.Before) })
	}
	if !p.Removed {
		r.After = Digest(p.After)
	}
	wg.Wait()
	return r
}

// temp is the temporary file with the new content: beside the target, because a rename does not
// cross file systems.
func (r Receipt) temp() string {
	return filepath.Join(filepath.Dir(r.Target), ".neverask-"+r.ID+".tmp")
}

func (c *change) perform() error {
	for _, dir := range c.plan.Dirs {
		if c.plan.Removed {
			break
		}
		if err := c.disk.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		_ = c.disk.SyncDir(filepath.Dir(dir))
	}
	var wg sync.WaitGroup
	var backupErr, tempErr error
	if !c.plan.Created {
		wg.Go(func() { backupErr = c.backUp() })
	}
	if !c.plan.Removed {
		tempErr = c.writeTemp()
	}
	wg.Wait()
	if backupErr != nil {
		return fmt.Errorf("cannot keep a backup, so nothing was changed: %w", backupErr)
	}
	if tempErr != nil {
		return fmt.Errorf("%s: cannot write beside it, so nothing was changed: %w", c.plan.Path, tempErr)
	}
	if err := c.moveIntoPlace(); err != nil {
		return err
	}
	// A directory that cannot be synced only means that a power loss may bring the
	// old content back.
	_ = c.disk.SyncDir(filepath.Dir(c.plan.Target))
	if err := c.checkReplaced(); err != nil {
		return err
	}
	// The new name is in place. From here on the change counts as made, even if it
	// cannot be verified: a receipt that calls it failed would forget what is ours
	// in the file, and the backup would go with it.
	c.stands = true
	return c.verify()
}

// moveIntoPlace puts the new content in place of the old.
func (c *change) moveIntoPlace() error {
	temp, target := c.receipt.temp(), c.plan.Target
	if c.plan.Removed {
		return c.removeTarget()
	}
	var err error
	if c.placed, err = c.disk.Lstat(temp); err != nil {
		return err
	}
	if c.plan.Created {
		// This fails if somebody else has created the file meanwhile.
		left, err := moveNew(c.disk, temp, target)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s: %w", c.plan.Path, ErrChanged)
		}
		if err == nil {
			c.littered = left
			return nil
		}
		if _, statErr := c.disk.Lstat(target); statErr == nil {
			return fmt.Errorf("%s: %w", c.plan.Path, ErrChanged)
		}
		return c.disk.Rename(temp, target)
	}
	// The check after the exchange finds another program's write as well. But until the exchange
	// is reversed, programs read our content, and may overwrite that write based on it.
	if err := c.asPlanned(target); err != nil {
		return err
	}
	err = c.disk.Exchange(temp, target)
	if errors.Is(err, errors.ErrUnsupported) {
		info, statErr := c.disk.Lstat(target)
		if statErr != nil || !sameFile(info, c.info) {
			return fmt.Errorf("%s: %w", c.plan.Path, ErrChanged)
		}
		// A system without an exchange may also have timestamps too coarse for sameFile.
		if err := c.unchanged(target); err != nil {
			return err
		}
		c.hold(c.receipt, target)
		return c.disk.Rename(temp, target)
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be replaced, so nothing was changed: %w", c.plan.Path, err)
	}
	// Now temp is the file as it was at the moment of the exchange. If somebody else has written
	// it since the check, it is put back.
	if err := c.asPlanned(temp); err != nil {
		if backErr := swapBack(c.disk, temp, target, c.placed); backErr != nil {
			return fmt.Errorf("%s: another program's change is in %s and could not be put back: %w", c.plan.Path, temp, backErr)
		}
		c.withdraw(c.receipt, temp)
		return err
	}
	c.littered = c.retire(c.receipt, temp) != nil
	return nil
}

// swapBack exchanges temp, which another program wrote, with the target, which is placed. If that
// program writes the target at this very moment, the file that comes out is newer than the one
// that went in, and is exchanged in turn. In the end nobody needs temp.
func swapBack(disk disk, temp, target string, placed fs.FileInfo) error {
	for {
		newest, err := disk.Lstat(temp)
		if err != nil {
			return err
		}
		if err := disk.Exchange(temp, target); err != nil {
			return err
		}
		out, err := disk.Lstat(temp)
		if err != nil {
			return err
		}
		if sameFile(out, placed) {
			return nil
		}
		placed = newest
	}
}

// removeTarget renames the target before it removes it, so that it removes exactly the planned
// content.
func (c *change) removeTarget() error {
	temp, target := c.receipt.temp(), c.plan.Target
	if err := c.disk.Rename(target, temp); err != nil {
		return err
	}
	if err := c.asPlanned(temp); err != nil {
		left, backErr := moveNew(c.disk, temp, target)
		switch _, statErr := c.disk.Lstat(target); {
		case backErr == nil:
			c.littered = left
			return err
		case statErr == nil: // the present content is newer
			c.littered = c.disk.Remove(temp) != nil
			return err
		}
		if backErr = c.disk.Rename(temp, target); backErr != nil {
			return fmt.Errorf("%s: another program's change is in %s and could not be put back: %w", c.plan.Path, temp, backErr)
		}
		return err
	}
	c.littered = c.retire(c.receipt, temp) != nil
	for _, dir := range slices.Backward(c.plan.Dirs) {
		if c.disk.Remove(dir) != nil {
			break // somebody uses it
		}
	}
	return nil
}

// verify reads the file back. Another program's write since then is no error: it could as well
// have come a moment later.
func (c *change) verify() error {
	b, err := c.disk.ReadFile(c.plan.Target)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (c.plan.Removed || bytes.Equal(b, c.plan.After)) {
		return nil
	}
	now, statErr := c.disk.Lstat(c.plan.Target)
	switch {
	case err != nil:
		return fmt.Errorf("%s: was written but cannot be read back: %w", c.plan.Path, err)
	case statErr == nil && sameFile(now, c.placed):
		return fmt.Errorf(
			"%s: was written, but holds something else when read back; neverask undo --list %s shows where its backup is",
			c.plan.Path, c.receipt.ID)
	}
	return nil
}

// writeTemp writes the new content with the mode and the owner of the old.
func (c *change) writeTemp() error {
	// The file is private until it has its final mode.
	f, err := c.disk.Create(c.receipt.temp(), 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if c.info != nil {
		if err := c.keepOwner(f); err != nil {
			return err
		}
		// With an access list, the mode alone would give the group all that the
		// list gives to anybody.
		if err := c.disk.CopyACL(c.plan.Target, c.receipt.temp()); err != nil {
			return fmt.Errorf("its access list cannot be kept: %w", err)
		}
	}
	if err := f.Chmod(c.plan.Mode); err != nil {
		return err
	}
	if _, err := f.Write(c.plan.After); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// keepOwner gives the new file the owner of the old one. The new file's group need not
// be the process's: it may be the directory's.
func (c *change) keepOwner(f diskFile) error {
	made, err := c.disk.Lstat(c.receipt.temp())
	if err != nil {
		return err
	}
	uid, gid, ok := owner(c.info)
	if u, g, _ := owner(made); !ok || u == uid && g == gid {
		return nil
	}
	if err := f.Chown(uid, gid); err != nil {
		return fmt.Errorf("the file belongs to user %d, group %d, and that cannot be kept: %w", uid, gid, err)
	}
	return nil
}

// cleanUp removes what a failed change left, except a temporary file that may hold another
// program's content.
func (c *change) cleanUp() {
	if b, err := c.disk.ReadFile(c.receipt.temp()); err == nil && bytes.HasPrefix(c.plan.After, b) {
		_ = c.disk.Remove(c.receipt.temp())
	}
	c.sweep(c.receipt)
}
