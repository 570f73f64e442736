package program

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/toolrule"
	"neverask/settings/foreign"
	"neverask/settings/ownfile"
)

// indexed are the preferences, and where the rules are in them. To read a thousand
// rules would take the hook longer than everything else that it does (2.7 ms, where an
// empty program takes 1.2), so that is done once after each edit and kept in a file of
// text: the line of [indexed.seal], the part for questions, an empty line, and the part
// for tools.
type indexed struct {
	preferences []byte
	questions   []byte // see [question.Lookup.Index]
	tools       []byte // see [toolrule.Compile]
}

// maxPreferences is the longest file of preferences, or of their index, that is read.
const maxPreferences = 64 << 20

// readRules reads the preferences and their index, which is made anew when it is not
// whole, or that of other preferences. Where there are none there are no rules, and
// while neverask is off it is as if there were none. within says whether the session is
// in a directory.
func (h *hook) readRules(within func(dir string) bool) (indexed, error) {
	if _, is := isOff(h, within); is {
		x, _, err := index(nil)
		return x, err
	}
	preferences, err := foreign.ReadFile(h.paths.Preferences(), maxPreferences)
	if errors.Is(err, fs.ErrNotExist) {
		x, _, err := index(nil)
		return x, err
	}
	if err != nil {
		return indexed{}, err
	}
	if file, err := foreign.ReadFile(h.paths.Lookup(), maxPreferences); err == nil {
		if x, ok := openIndex(file, preferences); ok {
			return x, nil
		}
	}
	x, problems, err := index(preferences)
	if err != nil {
		return indexed{}, fmt.Errorf("%s:%w", h.paths.Preferences(), err)
	}
	h.later(func() {
		for _, p := range problems {
			h.complain(fmt.Errorf("%s%s", h.paths.Preferences(), p))
		}
		h.keep(x)
	})
	return x, nil
}

// index reads all rules, once. problems are what was not understood, each with where.
func index(preferences []byte) (x indexed, problems []string, err error) {
	lookup, unread, err := question.Compile(preferences)
	if err != nil {
		return indexed{}, nil, err
	}
	for _, p := range unread {
		problems = append(problems, fmt.Sprintf(":%d:%d: %s", p.Line, p.Column, p.Message))
	}
	tools, unreadTools, err := toolrule.Compile(preferences)
	if err != nil {
		problems, tools = append(problems, ": "+err.Error()), []byte("[]")
	}
	for _, p := range unreadTools {
		problems = append(problems, fmt.Sprintf(":%d:%d: %s", p.Line, p.Column, p.Message))
	}
	return indexed{preferences, lookup.Index(), tools}, problems, nil
}

// indexVersion changes whenever the layout of an index, the keys, the fingerprints or
// the members of a rule do. Up to 4 there was a file for the rules for tools, too.
const indexVersion = 6

// seal is the first line of an index: it tells one that is damaged, or that was made
// from other preferences.
func seal(preferences, parts []byte) string {
	sum := crc32.Update(crc32.ChecksumIEEE(preferences), crc32.IEEETable, parts)
	return fmt.Sprintf("neverask lookup %d of %d bytes, %08x", indexVersion, len(preferences), sum)
}

func (x indexed) file() []byte {
	parts := bytes.Join([][]byte{x.questions, x.tools}, []byte("\n\n"))
	return append([]byte(seal(x.preferences, parts)+"\n"), parts...)
}

// openIndex reads what [indexed.file] has written for the same preferences.
func openIndex(file, preferences []byte) (x indexed, ok bool) {
	first, parts, _ := bytes.Cut(file, []byte("\n"))
	if string(first) != seal(preferences, parts) {
		return indexed{}, false
	}
	questions, tools, ok := bytes.Cut(parts, []byte("\n\n"))
	return indexed{preferences, questions, tools}, ok
}

// keep writes the index: whole or not at all, since another hook may read it at any
// time. The disk is not waited for: the seal tells what a crash has left of it.
func (h *records) keep(x indexed) {
	name := h.paths.Lookup()
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = ownfile.Swap(name, x.file(), 0o600)
	}
	if err != nil {
		h.complain(err)
	}
}
