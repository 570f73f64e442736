package kit

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// Styles are the looks of everything that is drawn.
type Styles struct {
	Name, Title, Tab, ActiveTab Look
	Rule, Muted, Strong, Accent Look
	Ok, Warn, Bad               Look
	Key, Selected, bar          Look
	Rows                        map[diffview.Kind]Look
	Back, Text                  color.Color // of the whole screen; nil for those of the terminal
}

// A Look is the style of text on a line. Its control sequences are computed once, not for every
// word.
type Look struct {
	lipgloss.Style
	on, off string
}

// LookOf returns the look of a style.
func LookOf(s lipgloss.Style) Look {
	on, off, _ := strings.Cut(s.Render("\x00"), "\x00")
	return Look{s, on, off}
}

// Render returns the text in the look.
func (l Look) Render(text string) string { return l.on + text + l.off }

// Styles returns the looks of a theme, on a dark background or a light one.
func (t Theme) Styles(dark bool) *Styles {
	p := t.palette(dark)
	strong, chosen, grey, accent := LookOf(Plain.Bold(true)), LookOf(p.accent.Bold(true)), LookOf(p.grey), LookOf(p.accent)
	green, amber, red := LookOf(p.green), LookOf(p.amber), LookOf(p.red)
	st := &Styles{
		Name: strong, Title: chosen, Tab: grey, ActiveTab: LookOf(chosen.Reverse(true)),
		Rule: LookOf(p.rule), Muted: grey, Strong: strong, Accent: accent,
		Ok: green, Warn: amber, Bad: red,
		Key: strong, Selected: chosen, bar: LookOf(p.bar),
		Rows: map[diffview.Kind]Look{
			diffview.Head: accent, diffview.Added: green, diffview.Removed: red, diffview.Changed: amber, diffview.Note: grey,
		},
	}
	if t.ground.back != "" && t.ground.dark != dark {
		st.Back, st.Text = lipgloss.Color(t.ground.back), lipgloss.Color(t.ground.text)
	}
	return st
}

// Bar draws a row as the chosen one: a bar over the whole width, on which parts keep their colours.
func (st *Styles) Bar(row string, width int) string {
	return st.bar.Render(strings.ReplaceAll(Pad(row, width), ansi.ResetStyle, ansi.ResetStyle+st.bar.on))
}

// Plain is the look of ordinary text.
var Plain Look
