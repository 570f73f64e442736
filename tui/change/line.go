package change

import (
	"fmt"
	"strconv"
	"strings"

	"neverask/diffview"
	"neverask/tui/kit"
)

// Line is one row of a view.
type Line struct {
	diffview.Row
	Numbered bool // a line of a file, with a line number
	more     bool // continues the previous line
	warns    bool // must be seen before a yes
}

// BreakLines breaks the rows of a view to a width. Nothing is cut off, because everything that is written must be
// shown.
func BreakLines(rows []Line, v View, width int) Drawn {
	d := Drawn{view: v, Width: width, Lines: []Line{}}
	for _, r := range rows {
		d.Digits = max(d.Digits, len(strconv.Itoa(max(r.Old, r.New))))
	}
	for _, r := range rows {
		wrap := WrapWords
		if r.Numbered {
			wrap = diffview.Wrap
		}
		for i, part := range wrap(r.Row, r.room(width, d.Digits)) {
			d.Lines = append(d.Lines, Line{Row: part, Numbered: r.Numbered, more: i > 0, warns: r.warns})
		}
	}
	return d
}

// room returns the width of a row's text, without margins, line number and sign.
func (l Line) room(width, digits int) int {
	if l.Numbered {
		return width - 2 - 2*digits - 3
	}
	return width - 3
}

// Draw draws the row.
func (l Line) Draw(digits int, st *kit.Styles) string {
	if l.Numbered {
		return " " + number(l.Old, digits, st) + " " + number(l.New, digits, st) + " " + l.text(st)
	}
	return " " + l.text(st)
}

// number returns a line number in a column, blank for 0.
func number(n, digits int, st *kit.Styles) string {
	if n == 0 {
		return strings.Repeat(" ", digits)
	}
	return st.Muted.Render(fmt.Sprintf("%*d", digits, n))
}

// text returns a row with its sign, which only the first of several lines has. The headings of the semantic view
// begin in the column of signs.
func (l Line) text(st *kit.Styles) string {
	var b strings.Builder
	style := st.Rows[l.Kind]
	if l.warns {
		style = st.Warn
	}
	sign := signs[l.Kind]
	if l.more && sign != "" {
		sign = " "
	}
	b.WriteString(style.Render(sign))
	for _, s := range l.Spans {
		switch {
		case s.Muted:
			b.WriteString(st.Muted.Render(s.Text))
		case s.Emphasis:
			b.WriteString(style.Bold(true).Underline(true).Render(s.Text))
		default:
			b.WriteString(style.Render(s.Text))
		}
	}
	return b.String()
}

// signs are what rows start with, as in diff -u.
var signs = map[diffview.Kind]string{
	diffview.Added: "+", diffview.Removed: "-", diffview.Changed: "~", diffview.Context: " ",
}
