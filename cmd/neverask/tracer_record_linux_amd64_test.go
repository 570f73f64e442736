package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// NewTape starts a recording of what happens below dir.
func NewTape(dir string) (*Tape, error) {
	before, err := readTree(dir)
	if err != nil {
		return nil, err
	}
	t := &Tape{dir: dir, before: before, ids: map[string]uint64{}, live: map[string]bool{}, inodes: map[uint64]uint64{}}
	for name := range before {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if err != nil {
			return nil, err
		}
		t.live[path] = true
		t.ids[name] = t.fresh(info)
	}
	return t, nil
}

// fresh gives a new file its number: those of the file system are used again.
func (t *Tape) fresh(info fs.FileInfo) uint64 {
	ino := info.Sys().(*syscall.Stat_t).Ino
	t.last++
	t.inodes[ino] = t.last
	return t.last
}

// add records an operation that has just succeeded. result is what the system
// call returned.
func (t *Tape) add(tid int, c *call, result int) {
	s := recorded{Op: c.Op, empty: c.empty}
	about := s.Path
	switch {
	case c.Name == "create":
		about = fdName(tid, result)
	case c.fd >= 0:
		about = fdName(tid, c.fd)
	case s.To != "":
		about = s.To
	}
	stat := os.Stat
	if c.Name == "symlink" || s.To != "" {
		stat = os.Lstat
	}
	info, err := stat(about)
	switch c.Name {
	case "open", "lock", "chown":
		return
	case "remove", "rmdir":
		delete(t.live, s.Path)
	case "create", "mkdir", "symlink":
		name := s.Path
		if c.Name == "symlink" {
			name, s.content = s.To, s.Path
		}
		if err == nil && !t.live[name] {
			s.id = t.fresh(info)
		}
		t.live[name] = true
	case "rename":
		delete(t.live, s.Path)
		t.live[s.To] = true
	case "link":
		t.live[s.To] = true
	case "sync":
		if err == nil && !info.IsDir() {
			b, _ := os.ReadFile(about)
			s.content = string(b)
		}
	}
	if err == nil {
		s.mode, s.isDir = info.Mode(), info.IsDir()
		if s.id == 0 {
			s.id = t.inodes[info.Sys().(*syscall.Stat_t).Ino]
		}
	}
	t.steps = append(t.steps, s)
}

func (t *Tape) String() (all string) {
	for i, s := range t.steps {
		all += fmt.Sprintf("%d %s (%d)\n", i, s.Op, s.id)
	}
	return all
}
