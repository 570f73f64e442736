package diffview

import "github.com/charmbracelet/x/ansi"

const ellipsis = "…"

// Width is the number of terminal columns of the row's text, without its sign.
func (r Row) Width() int { return ansi.StringWidth(r.String()) }

// fits is Width() <= width, but reads no further than it must.
func (r Row) fits(width int) bool {
	for _, s := range r.Spans {
		n, w := prefixWidth(s.Text, width)
		if n < len(s.Text) {
			return false
		}
		width -= w
	}
	return true
}

// Fit cuts a row to at most width columns and ends it with "…" if anything is
// missing. It never cuts through a character; a width below 1 leaves nothing.
func Fit(r Row, width int) Row {
	if r.fits(width) {
		return r
	}
	spans := r.Spans
	r.Spans = nil
	if width < 1 {
		return r
	}
	room := width - 1
	for _, s := range spans {
		n, w := prefixWidth(s.Text, room)
		room -= w
		if n == len(s.Text) {
			r.Spans = append(r.Spans, s)
			continue
		}
		s.Text = s.Text[:n] + ellipsis
		r.Spans = append(r.Spans, s)
		break
	}
	return r
}

// prefixWidth returns the length in bytes and in columns of the longest run of whole
// characters that fits into room columns.
func prefixWidth(s string, room int) (n, width int) {
	for n < len(s) {
		c := clusterLength(s[n:])
		w := ansi.StringWidth(s[n : n+c])
		if width+w > room {
			break
		}
		n, width = n+c, width+w
	}
	return n, width
}
