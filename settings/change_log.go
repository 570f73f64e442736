package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
)

// entry is a line of the change log: a receipt before the file is written, and later a line
// that says how the change ended.
type entry struct {
	*Receipt
	Ended   string `json:"ended,omitempty"` // the ID of the receipt that this line ends
	Outcome State  `json:"outcome,omitempty"`
}

// Digest is the SHA-256 of a content in hexadecimal, as [Receipt] has it.
func Digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func (s *kept) changeLog() string { return filepath.Join(s.dir, "changes.jsonl") }

// record appends a line to the change log. If durable, it waits until the line is on disk.
func (s *kept) record(e entry, durable bool) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, missing := s.disk.Lstat(s.changeLog())
	f, err := s.disk.Append(s.changeLog())
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	if !durable {
		return nil
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if missing != nil {
		// The name must be on disk, too.
		_ = s.disk.SyncDir(s.dir)
	}
	return nil
}

// History returns all recorded changes, oldest first. It skips lines that a crash has torn. A
// change whose end was not recorded is judged by the file.
func (s *Store) History() ([]Receipt, error) {
	b, err := s.disk.ReadChangeLog(s.changeLog())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Receipt
	outcome := map[string]State{}
	for _, e := range s.known.entries(b) {
		if e.Ended != "" {
			outcome[e.Ended] = e.Outcome
		} else if e.Receipt != nil && e.ID != "" {
			all = append(all, *e.Receipt)
		}
	}
	for i := range all {
		all[i].State = outcome[all[i].ID]
		if all[i].State == "" {
			all[i].State = s.outcomeOf(all[i])
		}
	}
	MarkUndone(all)
	return all, nil
}

// Recent returns the newest change of a file if the file's content still comes from it:
// nobody else has written the file since.
func (s *Store) Recent(target string, content []byte) (Receipt, bool) {
	all, err := s.History()
	if err != nil {
		return Receipt{}, false
	}
	want := ""
	if content != nil {
		want = Digest(content)
	}
	for _, r := range slices.Backward(all) {
		if r.Target == target && r.State != Failed {
			return r, r.After == want
		}
	}
	return Receipt{}, false
}

// Last returns the newest change that can be undone: an applied one that is not itself an
// undo. It returns ErrNoReceipt if there is none.
func (s *Store) Last() (Receipt, error) {
	all, err := s.History()
	if err != nil {
		return Receipt{}, err
	}
	for _, r := range slices.Backward(all) {
		if r.State == Applied && r.Op != Undoing && r.Op != Rollback {
			return r, nil
		}
	}
	return Receipt{}, ErrNoReceipt
}

// Find returns the change whose ID is, or alone begins with, id.
func (s *Store) Find(id string) (Receipt, error) {
	all, err := s.History()
	if err != nil {
		return Receipt{}, err
	}
	var found []Receipt
	for _, r := range all {
		if r.ID == id {
			return r, nil
		}
		if id != "" && len(id) < len(r.ID) && r.ID[:len(id)] == id {
			found = append(found, r)
		}
	}
	if len(found) != 1 {
		return Receipt{}, fmt.Errorf("%q: %w", id, ErrNoReceipt)
	}
	return found[0], nil
}

// decoded caches the decoded lines of the change log, which only grows, and is read often.
type decoded struct {
	mu   sync.Mutex
	text []byte // whole lines
	all  []entry
}

// entries returns the entries of a change log, shared by all callers: do not change them.
func (d *decoded) entries(changeLog []byte) []entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	whole := changeLog[:bytes.LastIndexByte(changeLog, '\n')+1]
	rest, more := bytes.CutPrefix(whole, d.text)
	if !more {
		d.all, rest = nil, whole
	}
	d.all, d.text = decode(d.all, rest), whole
	return decode(slices.Clip(d.all), changeLog[len(whole):])
}

// decode appends the lines of a part of a change log, except unreadable ones.
func decode(all []entry, text []byte) []entry {
	for line := range bytes.Lines(text) {
		var e entry
		if json.Unmarshal(line, &e) == nil {
			all = append(all, e)
		}
	}
	return all
}
