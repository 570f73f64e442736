package settings

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

var (
	// ErrChanged says that a file has changed since the plan was made. Nothing was
	// written; make a new plan.
	ErrChanged = errors.New("the file has changed since the plan was made")
	// ErrLocked says that another neverask process is changing files.
	ErrLocked = errors.New("another neverask process is changing files")
)

// A Store applies plans and records them. All processes that use the same directory change
// files one after the other.
type Store struct {
	kept
	// wait is how long to wait for other processes.
	wait      time.Duration
	known     decoded
	made      sync.Map // the IDs of the changes that were made with this store
	documents sync.Map // the document of each file as last read or written, by path

	// Guard, if set, may refuse plans that belong together. It checks everything that is applied,
	// except a rollback.
	Guard func(...Plan) error
	// Session goes into receipts: whether the change was made in a session of Claude
	// Code.
	Session bool
}

// kept are the files of a store: the change log, the backups, and replaced files that programs
// may still have open.
type kept struct {
	dir  string
	now  func() time.Time
	disk disk
}

// NewStore returns a store with its change log (changes.jsonl), backups and lock in dir, which
// is created when needed. now is the clock.
func NewStore(dir string, now func() time.Time) *Store {
	return &Store{kept: kept{dir, now, osDisk{}}, wait: changeWait}
}

// makeDirs creates a private directory, and those above it.
func makeDirs(d disk, dir string) error {
	if _, err := d.Lstat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := makeDirs(d, parent); err != nil {
			return err
		}
	}
	if err := d.Mkdir(dir, 0o700); err != nil {
		// Another process may have been quicker.
		if info, statErr := d.Lstat(dir); statErr != nil || !info.IsDir() {
			return err
		}
	}
	// Its files are safely on disk only when it is.
	_ = d.SyncDir(filepath.Dir(dir))
	return nil
}

// Load is [Load] for callers that read the same file repeatedly: while its content stays the
// same, it is parsed once, and what was derived from its document is kept.
func (s *Store) Load(path string) (File, error) {
	f, err := read(s.disk, path)
	if err != nil || !f.Exists {
		return f, err
	}
	if f.Document, err = s.Parse(f.Target, f.bytes); err == nil && len(f.bytes) > 0 {
		return f, nil
	}
	return load(s.disk, path)
}

// Parse is [Parse] for the content of a file, with the cache of [Store.Load].
func (s *Store) Parse(target string, content []byte) (Document, error) {
	var last Document
	if v, known := s.documents.Load(target); known {
		last = v.(Document)
	}
	doc, err := last.orParse(content)
	if err == nil {
		s.documents.Store(target, doc)
	}
	return doc, err
}

// newID returns a short ID for a receipt.
func newID() string { return strings.ToLower(rand.Text()[:7]) }

// MadeHere reports whether this store made a change, rather than another or an earlier process.
func (s *Store) MadeHere(r Receipt) bool {
	_, made := s.made.Load(r.ID)
	return made
}

// Apply writes a plan to its file. It either writes exactly plan.After, or returns an error
// and leaves the file unchanged. Callers may want to handle ErrChanged and ErrLocked. op says
// what the change is for.
func (s *Store) Apply(ctx context.Context, p Plan, op string) (r Receipt, err error) {
	err = s.Exclusive(ctx, func(apply ApplyFunc) error {
		r, err = apply(p, op)
		return err
	})
	return r, err
}

// Update reads the file at path, lets edit change its document, and applies the result, all under
// one lock. It is for neverask's own files, whose changes are not previewed. Without a change,
// the receipt is empty.
func (s *Store) Update(ctx context.Context, path, op string,
	edit func(Document) (Document, error)) (r Receipt, err error) {
	err = s.Exclusive(ctx, func(apply ApplyFunc) error {
		f, err := load(s.disk, path)
		if err != nil {
			return err
		}
		doc, err := edit(f.Document)
		if syntax, ok := errors.AsType[*SyntaxError](err); ok && syntax.Path == "" {
			syntax.Path = path
		}
		if err != nil {
			return err
		}
		if p := f.Plan(doc); !p.Empty() {
			r, err = apply(p, op)
		}
		return err
	})
	return r, err
}
