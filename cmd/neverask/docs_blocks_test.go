package main

import (
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// block is a fenced block of a document.
type block struct {
	kind string // the word behind the fence
	line int    // of the first line in it
	text string
}

func blocks(t *testing.T, file string) []block {
	t.Helper()
	content := musttest.Read(t, file)
	var (
		all  []block
		open bool
		n    int
	)
	for line := range strings.Lines(string(content)) {
		n++
		word, fence := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case fence && !open:
			all = append(all, block{kind: strings.TrimSpace(word), line: n + 1})
			open = true
		case fence:
			open = false
		case open:
			all[len(all)-1].text += line
		}
	}
	return all
}
