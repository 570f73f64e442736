package conflict

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"mvdan.cc/sh/v3/syntax"

	"neverask/hooks/claude/bash"
	"neverask/hooks/thirdparty/chain"
	"neverask/settings/foreign"
)

// A shelf keeps what was read for a review, because many hooks name the same files,
// and bounds what is read for all of them together: a repository can name as many
// as it likes.
type shelf struct {
	files   *foreign.Budget
	scripts map[string]kept // by path
	there   map[string]bool // paths that were looked for
	found   map[string]string
	effort  int // that is left for parsing
}

// kept is a script that was read, and why it could not be, or not to its end.
type kept struct {
	script script
	names  []string // of scripts in it
	gap    string
}

// What is spent for all hooks together: bytes of scripts, files that are looked
// for, and bytes of text that are parsed, of which stack counts a little, too.
const (
	maxRead   = 32 << 20
	maxFound  = 100_000
	maxEffort = 48 << 20
	perStack  = 16
)

// Why a text is not followed that may well be one for a shell.
const (
	tooMuch    = "hooks before it used up the reading budget"
	tooComplex = "what it runs is too long or too deeply nested to read"
)

func newShelf() *shelf {
	return &shelf{foreign.NewBudget(maxRead), map[string]kept{}, map[string]bool{}, map[string]string{}, maxEffort}
}

// Remembering makes what is read for one hook known for the next. It is for one
// review: files are not read again.
func (s CommandEnv) Remembering() CommandEnv {
	if s.shelf == nil {
		s.shelf = newShelf()
	}
	return s
}

// file reads a script.
func (s *shelf) file(path string) kept {
	if k, known := s.scripts[path]; known {
		return k
	}
	k := kept{script: script{path: path}}
	text, err := s.files.ReadHead(path, maxScript)
	switch {
	case errors.Is(err, foreign.ErrSpent):
		k.gap = tooMuch
	case err != nil:
		k.gap = path + " cannot be read"
	case bytes.IndexByte(text[:min(len(text), 8<<10)], 0) >= 0:
		k.gap = path + " is a binary"
	default:
		if len(text) == maxScript {
			k.gap = path + " is too long to read"
		}
		k.script.text = string(text)
		k.script.signs, k.names = signsIn(k.script.text), named(k.script.text)
	}
	s.scripts[path] = k
	return k
}

// exists reports whether a path is a regular file. Of very many paths it says that
// they are not, and full says so.
func (s *shelf) exists(path string) bool {
	there, known := s.there[path]
	if !known && !s.full() {
		info, err := os.Stat(path)
		there = err == nil && info.Mode().IsRegular()
		s.there[path] = there
	}
	return there
}

// full reports whether nothing more is looked for.
func (s *shelf) full() bool { return len(s.there) >= maxFound }

// findProgram finds a program by its name.
func (s *shelf) findProgram(name string, env []string) string {
	if path, known := s.found[name]; known {
		return path
	}
	for _, dir := range filepath.SplitList(chain.Variable(env, "PATH")) {
		if path := filepath.Join(dir, name); s.exists(path) {
			s.found[name] = path
			return path
		}
	}
	s.found[name] = ""
	return ""
}

// parse reads a text for a shell; gap says why it cannot be.
func (s *shelf) parse(text string) (file *syntax.File, gap string) {
	if s.effort < 0 {
		return nil, tooMuch
	}
	file, err := bash.Parse(text)
	switch {
	case errors.Is(err, bash.ErrTooDeep) || errors.Is(err, bash.ErrTooLong):
		return nil, tooComplex
	case err != nil:
		gap = "its command line cannot be parsed"
	}
	s.effort -= len(text) + bash.Stack(text)/perStack
	return file, gap
}
