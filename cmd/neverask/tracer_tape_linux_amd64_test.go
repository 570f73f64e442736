package main

import (
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
)

// A Tape records what a program does to the files below a directory.
type Tape struct {
	dir    string
	before Tree
	steps  []recorded
	ids    map[string]uint64 // numbers of the files that there were, by name

	live   map[string]bool   // paths that there are
	inodes map[uint64]uint64 // numbers of files, by inode
	last   uint64
}

// recorded is one operation that has succeeded.
type recorded struct {
	Op
	id      uint64 // the file that it is about
	mode    fs.FileMode
	content string // what a sync made durable
	isDir   bool
	empty   bool // it took the content away
}

// Len returns how many operations were recorded.
func (t *Tape) Len() int { return len(t.steps) }

// At tells what operation n, counted from 0, was.
func (t *Tape) At(n int) Op { return t.steps[n].Op }

// Names says when a name that was given or taken survives a loss of power.
type Names int

const (
	// Eager file systems have every name on the disk at once.
	Eager Names = iota
	// Journaled ones have all earlier names on the disk when anything is synced.
	Journaled
	// Lazy ones keep a name when its own directory is synced, and not before.
	Lazy
)

// Cut returns what is on the disk when the power fails after n operations.
// Content that was not synced is lost: the file has the content of its last
// sync, none if it is new.
func (t *Tape) Cut(n int, names Names) Tree {
	m := t.start()
	kept := t.keptNames(n, names)
	for i, s := range t.steps[:n] {
		m.data(s)
		if kept[i] {
			m.name(s)
		}
	}
	return m.tree()
}

// keptNames tells which steps' names are on the disk.
func (t *Tape) keptNames(n int, names Names) []bool {
	kept := make([]bool, n)
	if names == Eager {
		for i := range kept {
			kept[i] = true
		}
		return kept
	}
	for i, s := range t.steps[:n] {
		if s.Name != "sync" {
			continue
		}
		for j, earlier := range t.steps[:i] {
			if names == Journaled || s.isDir && earlier.in(s.Path) {
				kept[j] = true
			}
		}
	}
	return kept
}

// in reports whether a step changed a name in a directory. One that changed names
// in two is kept with the one that has the new name.
func (s recorded) in(dir string) bool {
	if s.To != "" {
		return filepath.Dir(s.To) == dir
	}
	return filepath.Dir(s.Path) == dir
}

// model is a disk: names of files, and what is in those.
type model struct {
	dir   string
	names map[string]uint64
	nodes map[uint64]Node
}

func (t *Tape) start() *model {
	m := &model{t.dir, maps.Clone(t.ids), map[uint64]Node{}}
	for name, n := range t.before {
		m.nodes[t.ids[name]] = n
	}
	return m
}

func (m *model) rel(path string) string {
	return strings.TrimPrefix(path, m.dir+"/")
}

// data applies what a step does to a file.
func (m *model) data(s recorded) {
	n, known := m.nodes[s.id]
	switch {
	case s.Name == "create" && !known, s.Name == "mkdir", s.Name == "symlink":
		m.nodes[s.id] = Node{Mode: s.mode, Content: s.content}
	case s.Name == "create" && s.empty, s.Name == "truncate":
		n.Content = ""
		m.nodes[s.id] = n
	case s.Name == "chmod":
		n.Mode = s.mode
		m.nodes[s.id] = n
	case s.Name == "sync" && !s.isDir:
		n.Content = s.content
		m.nodes[s.id] = n
	}
}

// name applies what a step does to names. One of a name that is not there,
// because what gave it was lost, does nothing.
func (m *model) name(s recorded) {
	from, to := m.rel(s.Path), m.rel(s.To)
	switch s.Name {
	case "create", "mkdir":
		if _, ok := m.names[from]; !ok {
			m.names[from] = s.id
		}
	case "symlink":
		m.names[to] = s.id
	case "remove", "rmdir":
		delete(m.names, from)
	case "link":
		m.names[to] = s.id
	case "exchange":
		a, isA := m.names[from]
		b, isB := m.names[to]
		m.set(from, b, isB)
		m.set(to, a, isA)
	case "rename":
		m.names[to] = s.id
		delete(m.names, from)
	}
}

func (m *model) set(name string, id uint64, is bool) {
	if delete(m.names, name); is {
		m.names[name] = id
	}
}

// tree returns what is on the disk. A name below a directory that was lost is lost.
func (m *model) tree() Tree {
	t := Tree{}
	for name, id := range m.names {
		if n, ok := m.nodes[id]; ok && m.reachable(name) {
			t[name] = n
		}
	}
	return t
}

func (m *model) reachable(name string) bool {
	for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
		if _, ok := m.names[dir]; !ok {
			return false
		}
	}
	return true
}
