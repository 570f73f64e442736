package change

import (
	"fmt"
	"strconv"
	"strings"

	"neverask/diffview"
	"neverask/tui/kit"
)

// Line is one row of a view, or two beside each other.
type Line struct {
	Left, right diffview.Row
	paired      bool // right counts
	Numbered    bool // rows of a file, which have line numbers
	more        bool // goes on from the line before
}

const divider = " │ "

// BreakLines brings the rows of a view to a width. Nothing is cut off: what is
// written must have been seen.
func BreakLines(rows []Line, v View, width int) Drawn {
	d := Drawn{view: v, Width: width, Lines: []Line{}}
	for _, r := range rows {
		last := max(r.Left.Old, r.Left.New, r.right.Old, r.right.New)
		d.Digits = max(d.Digits, len(strconv.Itoa(last)))
	}
	for _, r := range rows {
		room := r.room(width, d.Digits)
		wrap, right := WrapWords, []diffview.Row{{}}
		if r.Numbered {
			wrap = diffview.Wrap
		}
		left := wrap(r.Left, room)
		if r.paired {
			right = diffview.Wrap(r.right, room)
		}
		for i := range max(len(left), len(right)) {
			l := Line{paired: r.paired, Numbered: r.Numbered, more: i > 0}
			if i < len(left) {
				l.Left = left[i]
			}
			if i < len(right) {
				l.right = right[i]
			}
			d.Lines = append(d.Lines, l)
		}
	}
	return d
}

// room is how wide the text of a row can be: between the margins, beside the line
// numbers and the sign.
func (l Line) room(width, digits int) int {
	switch {
	case l.paired:
		return (width-2-kit.Width(divider))/2 - digits - 2
	case l.Numbered:
		return width - 2 - 2*digits - 3
	default:
		return width - 3
	}
}

// Draw draws the row.
func (l Line) Draw(width, digits int, st *kit.Styles) string {
	switch {
	case l.paired:
		left := number(max(l.Left.Old, l.Left.New), digits, st) + " " + l.text(l.Left, st)
		right := number(max(l.right.Old, l.right.New), digits, st) + " " + l.text(l.right, st)
		column := digits + 2 + l.room(width, digits)
		return " " + kit.Pad(left, column) + st.Rule.Render(divider) + right
	case l.Numbered:
		return " " + number(l.Left.Old, digits, st) + " " + number(l.Left.New, digits, st) + " " + l.text(l.Left, st)
	default:
		return " " + l.text(l.Left, st)
	}
}

// number is a line number in a column, blank for 0.
func number(n, digits int, st *kit.Styles) string {
	if n == 0 {
		return strings.Repeat(" ", digits)
	}
	return st.Muted.Render(fmt.Sprintf("%*d", digits, n))
}

// text is a row with its sign, which only the first of broken lines has. The
// headings of the semantic view stand where the signs are.
func (l Line) text(r diffview.Row, st *kit.Styles) string {
	var b strings.Builder
	style := st.Rows[r.Kind]
	sign := signs[r.Kind]
	if l.more && sign != "" {
		sign = " "
	}
	b.WriteString(style.Render(sign))
	for _, s := range r.Spans {
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
