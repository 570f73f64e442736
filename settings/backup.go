package settings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// keptBackups is how many earlier contents of one file are kept.
const keptBackups = 20

// backupName starts with the file it belongs to and sorts by time.
func backupName(r Receipt) string {
	return fmt.Sprintf("%s-%s-%s", digest([]byte(r.Target))[:12], r.Time.Format("20060102T150405.000000000"), r.ID)
}

func (s *Store) backupPath(name string) string {
	return filepath.Join(s.dir, "backups", name)
}

// backUp keeps what the plan replaces.
func (c *change) backUp() error {
	dir := filepath.Join(c.dir, "backups")
	if err := makeDirs(c.disk, dir); err != nil {
		return err
	}
	f, err := c.disk.Create(c.backupPath(c.receipt.Backup), 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(c.plan.Before); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return c.disk.SyncDir(dir)
}

// readBackup returns the content before a change, when it is still kept and
// still what it was.
func (s *Store) readBackup(r Receipt) ([]byte, bool) {
	if r.Backup == "" {
		return nil, false
	}
	b, err := s.disk.ReadFile(s.backupPath(r.Backup))
	return b, err == nil && digest(b) == r.Before
}

// Before returns the content that a change replaced, when it is still kept. A
// change that made its file has replaced nothing.
func (s *Store) Before(r Receipt) ([]byte, bool) {
	if r.Created() {
		return nil, true
	}
	return s.readBackup(r)
}

// prune removes the oldest backups of the file that was just changed.
func (s *Store) prune(r Receipt) {
	if r.Backup == "" {
		return
	}
	entries, err := s.disk.ReadDir(filepath.Join(s.dir, "backups"))
	if err != nil {
		return
	}
	prefix, _, _ := strings.Cut(r.Backup, "-")
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix+"-") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for _, name := range names[:max(len(names)-keptBackups, 0)] {
		_ = s.disk.Remove(s.backupPath(name))
	}
}
