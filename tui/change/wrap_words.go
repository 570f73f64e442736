package change

import (
	"slices"
	"strings"
	"unicode/utf8"

	"neverask/diffview"
	"neverask/tui/kit"
)

// WrapWords breaks a row of words; a file's line is broken at the width instead. It breaks between parts, which three
// blanks separate, or else between words.
func WrapWords(r diffview.Row, width int) []diffview.Row {
	if r.Width() <= width {
		return []diffview.Row{r}
	}
	text := r.String()
	indent := len(text) - len(strings.TrimLeft(text, " "))
	if first, _, _ := strings.Cut(text[indent:], " "); r.Kind == diffview.Note && utf8.RuneCountInString(first) == 1 {
		indent += 2 // indent a note after its sign
	}
	if indent > width/2 {
		indent = 0
	}
	w := wrapper{kind: r.Kind, width: width, indent: indent}
	for _, s := range r.Spans {
		for s.Text != "" {
			part := s
			part.Text = s.Text[:partEnd(s.Text, "   ")]
			s.Text = s.Text[len(part.Text):]
			w.add(part)
		}
	}
	return append(w.rows, w.row())
}

// partEnd returns where the first part of a text ends: before the next gap.
func partEnd(s, gap string) int {
	blanks := len(s) - len(strings.TrimLeft(s, " "))
	if i := strings.Index(s[blanks:], gap); i >= 0 {
		return blanks + i
	}
	return len(s)
}

// wrapper fills rows with parts.
type wrapper struct {
	kind          diffview.Kind
	width, indent int
	rows          []diffview.Row // the full rows
	spans         []diffview.Span
	used          int
}

func (w *wrapper) row() diffview.Row { return diffview.Row{Kind: w.kind, Spans: w.spans} }

// fresh reports that nothing but the indent is on the row.
func (w *wrapper) fresh() bool { return len(w.spans) == 0 || len(w.rows) > 0 && len(w.spans) == 1 }

func (w *wrapper) next() {
	w.rows = append(w.rows, w.row())
	w.spans = []diffview.Span{{Text: strings.Repeat(" ", w.indent)}}
	w.used = w.indent
}

func (w *wrapper) put(s diffview.Span) {
	w.spans = append(w.spans, s)
	w.used += kit.Width(s.Text)
}

// within reports whether a text fits a width. It does not measure a very long one, because that would be repeated for
// each of its words.
func within(s string, width int) bool {
	return len(s) <= 64*max(width, 1) && kit.Width(s) <= width
}

// add puts a part on the row, on the next one, or word by word.
func (w *wrapper) add(part diffview.Span) {
	if within(part.Text, w.width-w.used) {
		w.put(part)
		return
	}
	bare := part
	bare.Text = strings.TrimLeft(part.Text, " ")
	fits := within(bare.Text, w.width-w.indent)
	switch {
	case fits && !w.fresh():
		w.next()
		w.put(bare)
	case partEnd(part.Text, " ") < len(part.Text):
		for word := part; part.Text != ""; w.add(word) {
			word.Text = part.Text[:partEnd(part.Text, " ")]
			part.Text = part.Text[len(word.Text):]
		}
	default:
		w.chop(part)
	}
}

// chop breaks a word that no row has room for.
func (w *wrapper) chop(word diffview.Span) {
	if !w.fresh() {
		w.next()
		word.Text = strings.TrimLeft(word.Text, " ")
	}
	spans := append(slices.Clip(w.spans), word)
	pieces := diffview.Wrap(diffview.Row{Kind: w.kind, Spans: spans}, w.width)
	w.rows = append(w.rows, pieces[:len(pieces)-1]...)
	w.spans = pieces[len(pieces)-1].Spans
	w.used = pieces[len(pieces)-1].Width()
}
