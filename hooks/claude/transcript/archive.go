package transcript

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"neverask/hooks"
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
	found, err := a.list()
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
	err = a.read(ctx, jobs, progress)
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

// Hooks returns the records of hooks at questions, the oldest first, each once.
func (a *Archive) Hooks() []Hook {
	type key struct {
		toolUseID, kind, command string
		event                    hooks.Event
		time                     int64
	}
	seen := map[key]bool{}
	var all []Hook
	for _, f := range a.sorted() {
		for _, h := range f.hooks {
			// A session that was resumed or forked repeats what came before.
			k := key{h.ToolUseID, h.Kind, h.Command, h.Event, h.Time.UnixNano()}
			if !seen[k] {
				seen[k] = true
				all = append(all, h)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Hook) int { return a.Time.Compare(b.Time) })
	return all
}

// sorted returns the transcripts in a fixed order.
func (a *Archive) sorted() []transcript {
	all := make([]transcript, 0, len(a.files))
	for _, f := range a.files {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b transcript) int { return strings.Compare(a.path, b.path) })
	return all
}

// found is a transcript that exists now.
type found struct {
	path  string
	stamp saferead.Stamp
}

// list finds the transcripts, at any depth.
func (a *Archive) list() ([]found, error) {
	root, err := filepath.EvalSymlinks(a.root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var all []found
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			if name == root {
				return err
			}
			return nil // a directory that was just removed, or may not be read
		}
		if d.IsDir() || filepath.Ext(name) != ".jsonl" {
			return nil
		}
		info, err := d.Info()
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			info, err = os.Stat(name)
		}
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		all = append(all, found{filepath.ToSlash(rel), saferead.Stamped(info)})
		return nil
	})
	return all, err
}

// job is a transcript to be read.
type job struct {
	old transcript
	now saferead.Stamp
}

// maxWorkers bounds how many transcripts are read at once, and so the memory used.
const maxWorkers = 4

// done is a worker's report: bytes that it has read, or a transcript that it has finished.
type done struct {
	bytes int
	file  *transcript
	err   error
}

// read reads transcripts, several at once.
func (a *Archive) read(ctx context.Context, jobs []job, progress func(Progress)) error {
	p := Progress{Files: len(jobs)}
	for _, j := range jobs {
		p.Bytes += max(0, j.now.Size-j.old.offset)
	}
	// The largest first, so that none is left for the end while the other workers are idle.
	slices.SortFunc(jobs, func(a, b job) int { return cmp.Compare(b.now.Size, a.now.Size) })
	queue, reports := make(chan job), make(chan done, 16)
	var workers sync.WaitGroup
	for range min(maxWorkers, runtime.GOMAXPROCS(0), len(jobs)) {
		workers.Go(func() { a.work(ctx, queue, reports) })
	}
	go func() {
		for _, j := range jobs {
			queue <- j
		}
		close(queue)
		workers.Wait()
		close(reports)
	}()
	for d := range reports {
		p.BytesDone += int64(d.bytes)
		a.stats.NewBytes += int64(d.bytes)
		switch {
		case d.err != nil:
			if p.FilesDone++; ctx.Err() == nil {
				a.stats.Unreadable++
			}
		case d.file != nil:
			p.FilesDone++
			a.stats.NewFiles++
			a.files[d.file.path] = *d.file
		}
		if progress != nil {
			progress(p)
		}
	}
	return ctx.Err()
}

// reportEvery is how many bytes a worker reads between reports.
const reportEvery = 8 << 20

func (a *Archive) work(ctx context.Context, queue <-chan job, reports chan<- done) {
	buf := make([]byte, blockSize)
	for j := range queue {
		bytes := 0
		out, err := scan(ctx, filepath.Join(a.root, filepath.FromSlash(j.old.path)), j.old, j.now, buf, func(n int) {
			if bytes += n; bytes >= reportEvery {
				reports <- done{bytes: bytes}
				bytes = 0
			}
		})
		reports <- done{bytes, &out, err}
	}
}
