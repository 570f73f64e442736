package settings

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// How many backups of a file are kept, and for how long. The newest is always kept.
const (
	keptBackups = 20
	keptFor     = 180 * 24 * time.Hour
)

// stamp is the format of the time in a backup's name.
const stamp = "20060102T150405.000000000"

// backupName starts with the file it belongs to and sorts by time.
func backupName(r Receipt) string {
	return fmt.Sprintf("%s-%s-%s", Digest([]byte(r.Target))[:12], r.Time.Format(stamp), r.ID)
}

func (s *kept) backupPath(name string) string {
	return filepath.Join(s.dir, "backups", name)
}

// backUp keeps the content that the plan replaces.
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

// readBackup returns the content before a change, if it is still kept and unchanged.
func (s *kept) readBackup(r Receipt) ([]byte, bool) {
	if r.Backup == "" {
		return nil, false
	}
	b, err := s.disk.ReadFile(s.backupPath(r.Backup))
	return b, err == nil && Digest(b) == r.Before
}

// Before returns the content that a change replaced, if it is still kept. A change
// that created its file replaced nothing.
func (s *kept) Before(r Receipt) ([]byte, bool) {
	if r.Created() {
		return nil, true
	}
	return s.readBackup(r)
}

// prune removes the oldest backups of the file that was just changed, and outdated ones
// of all files. A backup dated later than this change comes from a clock that was ahead,
// and counts as the oldest.
func (s *kept) prune(r Receipt) {
	entries, err := s.disk.ReadDir(filepath.Join(s.dir, "backups"))
	if err != nil {
		return
	}
	changed, _, _ := strings.Cut(r.Backup, "-")
	files := map[string][]string{}
	for _, e := range entries {
		file, _, _ := strings.Cut(e.Name(), "-")
		files[file] = append(files[file], e.Name())
	}
	now := r.Time.Format(stamp)
	for file, names := range files {
		slices.SortFunc(names, func(a, b string) int {
			return cmp.Or(cmp.Compare(ahead(b, now), ahead(a, now)), strings.Compare(a, b))
		})
		for i, name := range names[:len(names)-1] {
			if file == changed && i < len(names)-keptBackups || s.olderThan(name, keptFor) {
				_ = s.disk.Remove(s.backupPath(name))
			}
		}
	}
}

// ahead is 1 for a backup that is dated later than now, and 0 for others.
func ahead(name, now string) int {
	if _, made, _ := strings.Cut(name, "-"); made[:min(len(made), len(stamp))] > now {
		return 1
	}
	return 0
}

// olderThan reports whether a backup is older than age, by the time in its name.
func (s *kept) olderThan(name string, age time.Duration) bool {
	parts := strings.Split(name, "-")
	if len(parts) != 3 {
		return false
	}
	made, err := time.Parse(stamp, parts[1])
	return err == nil && s.now().Sub(made) > age
}
