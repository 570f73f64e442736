package bash

import (
	"errors"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// maxText is the longest text that is parsed. Linux limits an argument to half of it, so a longer
// command line cannot even be run.
const maxText = 256 << 10

// maxStack is how many bytes of stack a text may need: enough for a script of a thousand
// lines, which in fact nests only a few levels.
const maxStack = 16 << 20

// Errors of texts that are not parsed.
var (
	ErrTooLong = errors.New("the text is too long")
	ErrTooDeep = errors.New("the text may nest too deep")
	ErrBinary  = errors.New("the text is a binary")
)

// Parse reads a text for bash. Walking the result needs no more stack than parsing.
func Parse(text string) (*syntax.File, error) {
	switch {
	case len(text) > maxText:
		return nil, ErrTooLong
	case strings.IndexByte(text, 0) >= 0: // the parser skips NUL, even inside words
		return nil, ErrBinary
	case Stack(text) > maxStack:
		return nil, ErrTooDeep
	}
	p := parsers.Get().(*syntax.Parser)
	defer parsers.Put(p)
	return p.Parse(strings.NewReader(text), "")
}

var parsers = sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(syntax.LangBash)) }}

// costs holds bytes of stack, measured with mvdan.cc/sh 3.14.1: for a level that a character
// can open, and for an operator, since a chain of operators becomes a tree as deep as the
// chain is long.
var costs = [256]int{
	'(': 4600, '[': 4600, '{': 4600, '$': 800, '`': 800,
	'&': 1000, '|': 2000, '\\': 2000, '!': 1000, '?': 1000, ':': 1000, '=': 1000, '<': 1000, '>': 1000,
	'+': 1000, '-': 1000, '*': 1000, '/': 1000, '%': 1000, ',': 1000, '^': 1000, '~': 1000, '@': 1000, '#': 1000,
}

// keyword is the cost of a word that can begin a compound command.
const keyword = 2000

// Stack returns the most stack that parsing a text can need, in bytes.
func Stack(text string) (bytes int) {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < 'a' || c > 'z' {
			bytes += costs[c]
			continue
		}
		start := i
		for i < len(text) && text[i] >= 'a' && text[i] <= 'z' {
			i++
		}
		switch text[start:i] {
		case "if", "elif", "while", "until", "for", "case", "select", "time", "coproc", "function", "let":
			bytes += keyword
		}
		i--
	}
	return bytes
}
