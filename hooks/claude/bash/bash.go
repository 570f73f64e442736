package bash

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxText is the longest text that is parsed. Linux gives a program no argument of
// more than half of that, so a longer command line cannot even be run.
const maxText = 256 << 10

// maxStack is how much stack a text may need, in bytes: enough for a script of a
// thousand lines, which nests a few levels in truth.
const maxStack = 16 << 20

// Errors of texts that are not parsed.
var (
	ErrTooLong = errors.New("the text is too long")
	ErrTooDeep = errors.New("the text may nest too deep")
	ErrBinary  = errors.New("the text is a binary")
)

// Parse reads a text for bash. Walking what it returns needs no more stack than
// parsing it.
func Parse(text string) (*syntax.File, error) {
	switch {
	case len(text) > maxText:
		return nil, ErrTooLong
	case strings.IndexByte(text, 0) >= 0: // which the parser passes over, in the middle of words too
		return nil, ErrBinary
	case Stack(text) > maxStack:
		return nil, ErrTooDeep
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
}

// costs are bytes of stack, measured with mvdan.cc/sh 3.14.1: of a level that a
// character can open, and of an operator, since chains of operators become trees as
// deep as they are long.
var costs = [256]int{
	'(': 4600, '[': 4600, '{': 4600, '$': 800, '`': 800,
	'&': 1000, '|': 2000, '\\': 2000, '!': 1000, '?': 1000, ':': 1000, '=': 1000, '<': 1000, '>': 1000,
	'+': 1000, '-': 1000, '*': 1000, '/': 1000, '%': 1000, ',': 1000, '^': 1000, '~': 1000, '@': 1000, '#': 1000,
}

// keyword is the cost of a word that a compound command begins with.
const keyword = 2000

// Stack is the most stack that parsing a text can need, in bytes.
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
