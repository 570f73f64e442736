package diffview

import (
	"bytes"
	"sort"
	"strings"

	"neverask/hooks/redact"
)

// lines is one side of a line comparison.
type lines struct {
	text   string
	starts []int           // offset of each line, and the end of the text
	named  []redact.Extent // secrets that names reveal, over the whole text
	crlf   bool            // line ends are CR LF throughout both sides: not drawn
}

// splitLines splits both texts into lines; a line feed belongs to the line it ends.
func splitLines(before, after []byte) (a, b *lines) {
	a, b = newLines(before), newLines(after)
	crlf := a.allCRLF() && b.allCRLF()
	a.crlf, b.crlf = crlf, crlf
	return a, b
}

func newLines(text []byte) *lines {
	f := &lines{text: string(text), starts: make([]int, 1, bytes.Count(text, []byte{'\n'})+2)}
	for i := 0; i < len(f.text); {
		i = redact.LineEnd(f.text, i)
		f.starts = append(f.starts, i)
	}
	return f
}

// allCRLF reports whether every line end is CR LF; a file of one unfinished line counts as
// either.
func (f *lines) allCRLF() bool {
	return strings.Count(f.text, "\n") == strings.Count(f.text, "\r\n")
}

func (f *lines) len() int          { return len(f.starts) - 1 }
func (f *lines) line(i int) string { return f.text[f.starts[i]:f.starts[i+1]] }

// unfinished reports whether line i is the last one and has no line feed.
func (f *lines) unfinished(i int) bool {
	return i == f.len()-1 && !strings.HasSuffix(f.text, "\n")
}

// secrets are the extents to hide in line i.
func (f *lines) secrets(i int) []redact.Extent {
	start, end := f.starts[i], f.starts[i+1]
	lo := sort.Search(len(f.named), func(k int) bool { return startOf(f.named[k]) >= start })
	hi := lo + sort.Search(len(f.named)-lo, func(k int) bool { return startOf(f.named[lo+k]) >= end })
	return redact.Line(f.text, start, end, f.named[lo:hi:hi])
}

func startOf(e redact.Extent) int {
	start, _ := e.Bounds()
	return start
}

// inside returns the secret's own text.
func (f *lines) inside(e redact.Extent) string {
	start, end := e.Bounds()
	return f.text[start:end]
}

// show returns line i as it may be drawn: without its line end, secrets and control
// characters.
func (f *lines) show(i int, secrets []redact.Extent, changed []bool) string {
	end := f.starts[i+1]
	if end > f.starts[i] && f.text[end-1] == '\n' {
		end--
		if f.crlf && end > f.starts[i] && f.text[end-1] == '\r' {
			end--
		}
	}
	if len(secrets) == 0 {
		return Visible(f.text[f.starts[i]:end])
	}
	var b strings.Builder
	redact.Write(&b, f.text, f.starts[i], end, secrets, changed)
	return Visible(b.String())
}

// showPair shows two lines that correspond. A secret that differs between them is marked in
// the second, as nothing else would show it.
func showPair(a *lines, i int, b *lines, j int) (old, after string) {
	olds, news := a.secrets(i), b.secrets(j)
	old = a.show(i, olds, nil)
	if len(olds) != len(news) {
		return old, b.show(j, news, nil)
	}
	changed := make([]bool, len(news))
	for k := range news {
		changed[k] = a.inside(olds[k]) != b.inside(news[k])
	}
	return old, b.show(j, news, changed)
}
