package diffview

import (
	"bytes"
	"fmt"
)

// noNewline is what diff -u prints below a last line without a line feed.
const noNewline = `\ No newline at end of file`

// Unified compares two files line by line and returns the hunks as diff -u shows them, each
// under a [Head] "@@ -1,7 +1,9 @@". context is the number of unchanged lines around a change;
// negative means all. Equal files have no rows.
//
// The difference is found in the bytes themselves, secrets included: a line in which only a
// secret changed is shown, with "(changed)".
//
// Files with more than 200,000 lines together get a single row that says so.
func Unified(before, after []byte, context int) []Row {
	if long, ok := tooLong(before, after); ok {
		return []Row{long}
	}
	a, b := splitLines(before, after)
	var rows []Row
	for _, h := range hunks(a, b, context) {
		rows = append(rows, head(fmt.Sprintf("@@ -%s +%s @@", lineRange(h.a0, h.a1), lineRange(h.b0, h.b1))))
		i, j := h.a0, h.b0
		for _, c := range h.changes {
			rows = appendContext(rows, a, i, c.a0, j)
			olds, news := renderBlock(a, b, c)
			for _, r := range olds {
				rows = appendLine(rows, a, r.Old-1, r)
			}
			for _, r := range news {
				rows = appendLine(rows, b, r.New-1, r)
			}
			i, j = c.a1, c.b1
		}
		rows = appendContext(rows, a, i, h.a1, j)
	}
	return rows
}

// maxLines is how many lines two files may have together. Settings usually have a few hundred.
const maxLines = 200_000

// tooLong returns the row that replaces those of files with very many lines, unless the files
// are equal.
func tooLong(before, after []byte) (Row, bool) {
	n, m := bytes.Count(before, []byte{'\n'}), bytes.Count(after, []byte{'\n'})
	if n+m <= maxLines || bytes.Equal(before, after) {
		return Row{}, false
	}
	text := fmt.Sprintf("%d lines become %d: too many to be compared line by line", n+1, m+1)
	return Row{Kind: Note, Spans: []Span{{Text: text}}}, true
}

func head(text string) Row {
	return Row{Kind: Head, Spans: []Span{{Text: text}}}
}

// lineRange is "first,count" as patches write it: an empty range names the
// line before it.
func lineRange(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func appendContext(rows []Row, a *lines, from, to, j int) []Row {
	for i := from; i < to; i++ {
		rows = appendLine(rows, a, i, contextRow(a, i, j+i-from))
	}
	return rows
}

func contextRow(a *lines, i, j int) Row {
	text := a.show(i, a.secrets(i), nil)
	return Row{Kind: Context, Old: i + 1, New: j + 1, Spans: []Span{{Text: text}}}
}

// appendLine appends the row of line i of f, and the remark if it has no line feed.
func appendLine(rows []Row, f *lines, i int, r Row) []Row {
	rows = append(rows, r)
	if f.unfinished(i) {
		rows = append(rows, Row{Kind: Note, Spans: []Span{{Text: noNewline}}})
	}
	return rows
}

// renderBlock returns the removed and the added lines of a block. Lines that correspond have
// their differing words marked.
func renderBlock(a, b *lines, c block) (olds, news []Row) {
	olds = make([]Row, c.a1-c.a0)
	for i := range olds {
		olds[i] = Row{Kind: Removed, Old: c.a0 + i + 1}
	}
	news = make([]Row, c.b1-c.b0)
	for j := range news {
		news[j] = Row{Kind: Added, New: c.b0 + j + 1}
	}
	for _, p := range matchLines(a, b, c) {
		o, n := &olds[p.i-c.a0], &news[p.j-c.b0]
		old, after := showPair(a, p.i, b, p.j)
		if max(len(olds), len(news)) <= maxMarkedLines {
			o.Spans, n.Spans = markWords(old, after)
		} else {
			o.Spans, n.Spans = []Span{{Text: old}}, []Span{{Text: after}}
		}
	}
	for k := range olds {
		if olds[k].Spans == nil {
			i := c.a0 + k
			olds[k].Spans = []Span{{Text: a.show(i, a.secrets(i), nil)}}
		}
	}
	for k := range news {
		if news[k].Spans == nil {
			j := c.b0 + k
			news[k].Spans = []Span{{Text: b.show(j, b.secrets(j), nil)}}
		}
	}
	return olds, news
}

// matchLines finds the lines of a block that correspond, in order. It looks only a few lines
// ahead.
func matchLines(a, b *lines, c block) []match {
	const ahead = 8
	var found []match
	j := c.b0
	for i := c.a0; i < c.a1; i++ {
		for k := j; k < min(j+ahead, c.b1); k++ {
			if similar(a.line(i), b.line(k)) {
				found = append(found, match{i, k})
				j = k + 1
				break
			}
		}
	}
	return found
}
