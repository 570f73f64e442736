package settings

import (
	"sort"
	"unicode/utf8"

	"neverask/settings/jsontext"
)

// stride is the distance between the checkpoints of a text, in bytes.
const stride = 4096

// A checkpoint is a place in a text whose line and column are known.
type checkpoint struct{ at, line, col int }

// forward returns the position of an offset after the checkpoint.
func (c checkpoint) forward(text string, offset int) (line, col int) {
	line, col = jsontext.Position(text[c.at:], offset-c.at)
	if line == 1 {
		return c.line, c.col + col - 1
	}
	return c.line + line - 1, col
}

// position is [jsontext.Position] in the outline's text, which is scanned once.
func (o *outline) position(text string, offset int) (line, col int) {
	if o == nil {
		return jsontext.Position(text, offset)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.checkpoints == nil {
		o.checkpoints = checkpoints(text)
	}
	behind := sort.Search(len(o.checkpoints), func(i int) bool { return o.checkpoints[i].at > offset })
	return o.checkpoints[behind-1].forward(text, offset)
}

// checkpoints are places of a text, the first of which is its beginning.
func checkpoints(text string) []checkpoint {
	all := []checkpoint{{0, 1, 1}}
	for last := all[0]; last.at+stride < len(text); all = append(all, last) {
		at := last.at + stride
		for end := min(at+utf8.UTFMax, len(text)); at < end && !utf8.RuneStart(text[at]); {
			at++ // one in the middle of a character would count it twice
		}
		last.line, last.col = last.forward(text, at)
		last.at = at
	}
	return all
}
