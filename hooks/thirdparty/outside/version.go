package outside

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/settings"
	"neverask/settings/ownfile"
)

// Of each file the last contents are kept, whoever wrote them, for so long, unless they
// are very large.
const (
	keptVersions = 20
	keptFor      = 180 * 24 * time.Hour
	largeVersion = 4 << 20
)

// stamp is how the name of a version tells its time.
const stamp = "20060102T150405.000000000"

// A Version is a content that a settings file once had.
type Version struct {
	ID   string
	Seen time.Time
	Size int64
	Path string // where it is kept
}

// digest is the beginning of a digest, as names of files have it.
func digest(text []byte) string { return settings.Digest(text)[:16] }

// versions is the directory of the kept contents.
func (w *Watch) versions() string { return filepath.Join(w.dir, "versions") }

// keepVersion keeps a content, unless it is the one that was kept last.
func (w *Watch) keepVersion(m *memory, text []byte) error {
	sum := digest(text)
	if m.Version == sum || len(text) == 0 || len(text) > largeVersion {
		return nil
	}
	if err := os.MkdirAll(w.versions(), 0o700); err != nil {
		return err
	}
	now := w.now().UTC()
	name := strings.Join([]string{digest([]byte(m.Target)), now.Format(stamp), sum[:8]}, "-")
	if err := ownfile.Write(filepath.Join(w.versions(), name), text, 0o600); err != nil {
		return err
	}
	m.Version = sum
	all, err := w.Versions(m.Target)
	for i, v := range all {
		if i >= keptVersions || now.Sub(v.Seen) > keptFor || i > 0 && v.ID == all[0].ID {
			_ = os.Remove(v.Path)
		}
	}
	return err
}

// Versions are the contents of a file, symlinks resolved, that are kept, the newest first.
func (w *Watch) Versions(target string) (all []Version, err error) {
	entries, err := os.ReadDir(w.versions())
	if os.IsNotExist(err) {
		return nil, nil
	}
	for _, e := range slices.Backward(entries) {
		parts := strings.Split(e.Name(), "-")
		if len(parts) != 3 || parts[0] != digest([]byte(target)) {
			continue
		}
		seen, errTime := time.Parse(stamp, parts[1])
		info, errInfo := e.Info()
		if errTime == nil && errInfo == nil {
			all = append(all, Version{"seen-" + digest([]byte(parts[0] + parts[2]))[:7], seen, info.Size(), filepath.Join(w.versions(), e.Name())})
		}
	}
	return all, err
}

// Content is what the file held.
func (v Version) Content() ([]byte, error) { return os.ReadFile(v.Path) }

// Past are the contents of a file that can be read, the newest first: those that are
// kept, and those that neverask has written.
func (w *Watch) Past(target string) (all []settings.Document) {
	add := func(text []byte) {
		if doc, err := settings.Parse(text); err == nil {
			all = append(all, doc)
		}
	}
	versions, _ := w.Versions(target)
	for _, v := range versions {
		text, _ := v.Content()
		add(text)
	}
	history, _ := w.store.History()
	for _, r := range slices.Backward(history) {
		if r.Target != target || len(all) > 2*keptVersions {
			continue
		}
		if before, after, ok := w.store.Contents(r); ok {
			add(after)
			add(before)
		}
	}
	return all
}
