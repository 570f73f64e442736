package transcript

import (
	"context"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"neverask/settings/ownfile"
	"neverask/settings/saferead"
)

// Archive holds the questions and hook runs in one user's transcripts. Only one goroutine at a
// time may use it.
type Archive struct {
	root  string // the directory of the transcripts
	index string // the file that remembers what was read
	files map[string]transcript
	stats Stats

	indexed bool  // there is an index file
	unsaved int64 // bytes read since it was written
	enough  int64 // the number of bytes that make writing it worthwhile
}

// worthSaving is the number of bytes below which reading them again is faster than writing a long
// index.
const worthSaving = 4 << 20

// Stats says what an [Archive] holds and what the last Update did.
type Stats struct {
	Files      int   // transcripts
	Bytes      int64 // in them
	NewFiles   int   // read by the last Update, wholly or in part
	NewBytes   int64 // read by the last Update
	Unreadable int   // transcripts that could not be read by the last Update
	Skipped    Skipped
}

// Progress says how far an Update has come.
type Progress struct {
	Files, FilesDone int
	Bytes, BytesDone int64
}

// maxIndex is the maximum length of an index.
const maxIndex = 1 << 30

// Open returns the archive of the transcripts below root, the client's directory "projects". A
// file in the state directory remembers what was read before; one that is damaged, or of
// another version, is ignored.
func Open(root, state string) *Archive {
	h := fnv.New64a()
	h.Write([]byte(root))
	a := &Archive{
		root: root, index: filepath.Join(state, "history-"+strconv.FormatUint(h.Sum64(), 36)+".index"), enough: worthSaving,
	}
	if b, err := saferead.ReadFile(a.index, maxIndex); err == nil {
		a.files, a.indexed = decodeIndex(b, root)
	}
	if !a.indexed {
		a.files = map[string]transcript{}
	}
	return a
}

// Update reads what is new in the transcripts, and reports whether anything is. progress, which
// may be nil, is called occasionally, from this goroutine. If the context ends, the results so
// far are kept, and Update may be called again. A missing directory holds no transcripts; an
// unreadable transcript is counted.
func (a *Archive) Update(ctx context.Context, progress func(Progress)) (changed bool, err error) {
	found, err := a.findFiles()
	if err != nil {
		return false, err
	}
	a.stats = Stats{Files: len(found)}
	var jobs []job
	files := make(map[string]transcript, len(found))
	gone := len(a.files)
	for _, f := range found {
		a.stats.Bytes += f.stamp.Size
		old, known := a.files[f.path]
		if known {
			gone--
		}
		if old.path = f.path; old.stamp == f.stamp {
			files[f.path] = old
			continue
		}
		jobs = append(jobs, job{old, f.stamp})
		if known {
			files[f.path] = old
		}
	}
	a.files = files
	err = a.readFiles(ctx, jobs, progress)
	for _, f := range a.files {
		a.stats.Skipped.add(f.skipped)
	}
	a.unsaved += a.stats.NewBytes
	return gone > 0 || a.stats.NewFiles > 0, err
}

// Save stores what was read, for the next Open. It may be called after every Update: if little is
// new, it does nothing, since reading again is cheaper. It creates the state directory if needed.
func (a *Archive) Save() error {
	if a.indexed && a.unsaved < a.enough {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(a.index), 0o700); err != nil {
		return err
	}
	if err := ownfile.Write(a.index, encodeIndex(a.files, a.root), 0o600); err != nil {
		return err
	}
	a.indexed, a.unsaved = true, 0
	return nil
}

// Stats describes the archive and the last Update.
func (a *Archive) Stats() Stats { return a.stats }

// sorted returns the transcripts in a fixed order.
func (a *Archive) sorted() []transcript {
	all := make([]transcript, 0, len(a.files))
	for _, f := range a.files {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b transcript) int { return strings.Compare(a.path, b.path) })
	return all
}
