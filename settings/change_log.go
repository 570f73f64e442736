package settings

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A Receipt is the record of one change.
type Receipt struct {
	ID     string      `json:"id"`
	Time   time.Time   `json:"time"`
	Op     string      `json:"op"` // what the change was for: install, uninstall, undo, …
	Path   string      `json:"path"`
	Target string      `json:"target"`
	Before string      `json:"before,omitempty"` // SHA-256 of the content; empty: no file
	After  string      `json:"after,omitempty"`
	Mode   fs.FileMode `json:"mode"`
	Backup string      `json:"backup,omitempty"` // name in the backup directory
	Dirs   []string    `json:"dirs,omitempty"`   // created directories
	Edits  []Edit      `json:"edits,omitempty"`
	Undoes string      `json:"undoes,omitempty"`
	// Follows is the first receipt, of another file, of the change to which this one
	// belongs.
	Follows string `json:"follows,omitempty"`
	// Marks are what the caller wants to record with the change.
	Marks []string `json:"marks,omitempty"`
	// Session says that the change was made in a session of Claude Code.
	Session bool  `json:"session,omitempty"`
	State   State `json:"-"`
}

// Created reports whether the change created the file.
func (r Receipt) Created() bool { return r.Before == "" }

// State says what became of a change.
type State string

const (
	Applied State = "applied"
	Undone  State = "undone"
	Failed  State = "failed" // the file was left unchanged
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

// outcomeOf finds out how a change ended if its process was stopped before it could record that.
// If somebody else has written the file since, it looks for the change's edits in it: the receipt
// may be the only record of what was removed.
func (s *kept) outcomeOf(r Receipt) State {
	if _, err := s.untouched(r); err == nil {
		return Applied
	}
	b, err := s.disk.ReadFile(r.Target)
	if err != nil || Digest(b) == r.Before || s.notInPlace(r) {
		return Failed
	}
	if doc, err := Parse(b); err == nil && doc.shows(r.Edits) {
		return Applied
	}
	return Failed
}

// notInPlace reports whether the new content of a change is still in a file beside its target.
func (s *kept) notInPlace(r Receipt) bool {
	for _, name := range []string{r.temp(), s.replacedPath(r.Backup)} {
		if b, err := s.disk.ReadFile(name); err == nil && Digest(b) == r.After {
			return true
		}
	}
	return false
}

// shows reports whether a document looks as if edits had been made in it: it has something
// that they added, or lacks everything that they removed.
func (d Document) shows(edits []Edit) bool {
	missing := 0
	for _, e := range edits {
		there, was := d.holds(e, e.New), d.holds(e, e.Old)
		switch {
		case e.Root || e.AddsContainer():
		case there && !was:
			return true
		case e.Removed() && was:
			return false
		case e.Removed():
			missing++
		}
	}
	return missing > 0
}

// holds reports whether a value is in the container, and under the name, that an edit is about.
func (d Document) holds(e Edit, raw string) bool {
	c, err := d.container(e.Path)
	if err != nil || raw == "" {
		return false
	}
	for i, it := range c.items {
		if it.name == e.Key && SameValue(c.value(i), raw) {
			return true
		}
	}
	return false
}
