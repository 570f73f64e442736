package diffview

import "strings"

// Wrap breaks a row into one or more rows of at most width columns, after a space, a slash or
// a comma where that does not leave a row very short. Rows after the first have no line
// numbers, and keep its indentation if that leaves them half the width. A character wider than
// width becomes "…".
func Wrap(r Row, width int) []Row {
	if width < 1 || r.fits(width) {
		return []Row{Fit(r, width)}
	}
	indent := leadingBlanks(r)
	if 2*len(indent) > width {
		indent = ""
	}
	rows := []Row{{Kind: r.Kind, Old: r.Old, New: r.New}}
	room := width
	for _, s := range r.Spans {
		for s.Text != "" {
			n, w := prefixWidth(s.Text, room)
			for _, after := range []string{" ", "/,"} {
				if i := strings.LastIndexAny(s.Text[:n], after) + 1; n < len(s.Text) && i > n/3 &&
					strings.TrimLeft(s.Text[:i], " ") != "" {
					n, w = i, room
					break
				}
			}
			last := &rows[len(rows)-1]
			if n > 0 {
				last.Spans = append(last.Spans, Span{s.Text[:n], s.Emphasis, s.Muted})
				room -= w
				s.Text = s.Text[n:]
				continue
			}
			if room == width-len(indent) || room == width {
				last.Spans = append(last.Spans, Span{ellipsis, s.Emphasis, s.Muted})
				s.Text = s.Text[clusterLength(s.Text):]
				room--
				continue
			}
			rows = append(rows, Row{Kind: r.Kind})
			room = width
			if indent != "" {
				last = &rows[len(rows)-1]
				last.Spans = []Span{{Text: indent}}
				room -= len(indent)
			}
		}
	}
	return rows
}

func leadingBlanks(r Row) string {
	text := r.String()
	return text[:len(text)-len(strings.TrimLeft(text, " "))]
}
