package activity

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"neverask/hooks/record/eventlog"
)

// findFiles finds the sessions with something new, the largest first, so that all processors stay
// busy to the end.
func (r *Reader) findFiles() (work []*thread, size int64, err error) {
	since := r.match.Since
	first := since.UTC().Format(time.DateOnly)
	if !since.IsZero() {
		since = since.AddDate(0, 0, -1)
	}
	files, err := r.log.Files(since)
	if err != nil {
		return nil, 0, err
	}
	// A call may have begun the day before. Sessions that were over by then are not read.
	wanted := map[string]bool{}
	for _, f := range files {
		if name := filepath.Base(f.Path); f.Day >= first && r.match.file(name) {
			wanted[name] = true
		}
	}
	fresh := map[*thread]int64{}
	for _, f := range files {
		name := filepath.Base(f.Path)
		if !wanted[name] {
			continue
		}
		t := r.sessions[name]
		if t == nil {
			t = &thread{}
			r.sessions[name] = t
		}
		if more := t.register(f); more > 0 {
			fresh[t] += more
			size += more
		}
	}
	for t := range fresh {
		work = append(work, t)
	}
	slices.SortFunc(work, func(a, b *thread) int { return int(fresh[b] - fresh[a]) })
	return work, size, nil
}

// register adds a file, and returns how many of its bytes were not read yet.
func (t *thread) register(f eventlog.ActivityFile) int64 {
	i, known := slices.BinarySearchFunc(t.files, f, func(p place, f eventlog.ActivityFile) int {
		return strings.Compare(p.file.Day, f.Day)
	})
	if !known {
		t.files = slices.Insert(t.files, i, place{file: f})
	}
	p := &t.files[i]
	p.file.Size = f.Size
	return f.Size - p.read
}
