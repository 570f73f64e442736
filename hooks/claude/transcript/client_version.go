package transcript

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"

	"neverask/hooks"
	"neverask/settings/saferead"
)

// Version returns the version of the client that last wrote a transcript below root, or "" if the
// latest transcripts do not say.
func Version(root string) string {
	all, _ := Open(root, "").findFiles()
	slices.SortFunc(all, func(a, b foundFile) int { return cmp.Compare(b.stamp.Modified, a.stamp.Modified) })
	for _, f := range all[:min(len(all), 8)] {
		lines := bytes.Split(saferead.ReadTail(filepath.Join(root, filepath.FromSlash(f.path)), 256<<10), []byte("\n"))
		for _, line := range slices.Backward(lines) {
			if v, err := hooks.Parse(line); err == nil && v.Last("version").String() != "" {
				return v.Last("version").String()
			}
		}
	}
	return ""
}
