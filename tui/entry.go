package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// wide is the least width at which labels stand beside what they name.
const wide = 64

// An entry is one labelled fact: a label, a state, and what there is to say.
type entry struct {
	label string
	badge badge
	text  string // safe to draw
	// urgent reports that it needs the person.
	urgent bool
}

// A badge is a state as a sign and a word, so that it needs no colour.
type badge struct {
	sign, word string
	style      func(*styles) lipgloss.Style
}

// mark is a badge of a sign and a word.
func mark(sign, word string, style func(*styles) lipgloss.Style) badge {
	return badge{sign, word, style}
}

func (b badge) draw(st *styles) string {
	if b.word == "" {
		return ""
	}
	return b.style(st).Render(b.sign + " " + b.word)
}

func good(st *styles) lipgloss.Style { return st.ok }
func warn(st *styles) lipgloss.Style { return st.warn }
func bad(st *styles) lipgloss.Style  { return st.bad }
func calm(st *styles) lipgloss.Style { return st.muted }

// Columns of an entry: where the label begins, the badge or text, and the
// text after a badge.
const (
	labelColumn = 2
	badgeColumn = 19
	textColumn  = 36
)

// draw lays an entry out in columns, or on a narrow screen the text below.
func (e entry) draw(width int, st *styles) []string {
	label := "  " + st.muted.Render(pad(e.label, badgeColumn-labelColumn))
	badge := e.badge.draw(st)
	column := badgeColumn
	switch {
	case width < wide && badge != "":
		if e.text == "" {
			return []string{label + badge}
		}
		return append([]string{label + badge}, styled(indented(e.text, labelColumn+2, width-1), st.muted)...)
	case width < wide:
		return append([]string{"  " + st.muted.Render(e.label)}, indented(e.text, labelColumn+2, width-1)...)
	case badge != "":
		label += pad(badge, textColumn-badgeColumn)
		column = textColumn
	}
	all := indented(e.text, column, width-1)
	all[0] = label + all[0][column:]
	return all
}

// noted is a badge and what it means, under it when the width is low.
func noted(b badge, text string, width int, st *styles) []string {
	head := " " + b.draw(st)
	if text == "" {
		return []string{head}
	}
	plain := " " + b.sign + " " + b.word + ": "
	all := wrap(plain+text, width-3)
	if len(all[0]) < len(plain) {
		return append([]string{head}, indented(text, 3, width)...)
	}
	rest := all[0][len(strings.TrimRight(plain, " ")):]
	all[0] = head + ":" + rest
	for i := 1; i < len(all); i++ {
		all[i] = "   " + all[i]
	}
	return all
}

// labelled is a text beside its label.
func labelled(label, text string, width int, st *styles) []string {
	all := indented(text, 12, width)
	all[0] = " " + st.muted.Render(pad(label, 11)) + strings.TrimLeft(all[0], " ")
	return all
}
