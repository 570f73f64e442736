package kit

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// Styles are the looks of everything that is drawn.
type Styles struct {
	Name, Title, Tab, ActiveTab lipgloss.Style
	Rule, Muted, Strong, Accent lipgloss.Style
	Ok, Warn, Bad               lipgloss.Style
	Key, Selected, bar          lipgloss.Style
	Rows                        map[diffview.Kind]lipgloss.Style
}

func newStyles(p palette) *Styles {
	return &Styles{
		Name: Plain.Bold(true), Title: p.accent.Bold(true), Tab: p.grey, ActiveTab: p.accent.Bold(true).Reverse(true),
		Rule: p.rule, Muted: p.grey, Strong: Plain.Bold(true), Accent: p.accent,
		Ok: p.green, Warn: p.amber, Bad: p.red,
		Key: Plain.Bold(true), Selected: p.accent.Bold(true), bar: p.bar,
		Rows: map[diffview.Kind]lipgloss.Style{
			diffview.Head: p.accent, diffview.Added: p.green, diffview.Removed: p.red, diffview.Changed: p.amber, diffview.Note: p.grey,
		},
	}
}

// chosen draws a row as the one that is chosen: a bar over the whole width. Parts of the
// row keep their colours, but on a bar of a colour of its own.
func (st *Styles) chosen(row string, width int) string {
	if st.bar.GetReverse() {
		return st.bar.Render(ansi.Strip(Pad(row, width)))
	}
	on, off, found := strings.Cut(st.bar.Render("\x00"), "\x00")
	if !found || on == "" {
		return Pad(row, width)
	}
	return on + strings.ReplaceAll(Pad(row, width), "\x1b[m", "\x1b[m"+on) + off
}

// Plain is the look of text that needs none.
var Plain = lipgloss.NewStyle()
