package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
)

// styles are the looks of everything that is drawn.
type styles struct {
	name, title, tab, activeTab lipgloss.Style
	rule, muted, strong, accent lipgloss.Style
	ok, warn, bad               lipgloss.Style
	key, selected, bar          lipgloss.Style
	rows                        map[diffview.Kind]lipgloss.Style
}

func newStyles(p palette) *styles {
	return &styles{
		name: plain.Bold(true), title: p.accent.Bold(true), tab: p.grey, activeTab: p.accent.Bold(true).Reverse(true),
		rule: p.rule, muted: p.grey, strong: plain.Bold(true), accent: p.accent,
		ok: p.green, warn: p.amber, bad: p.red,
		key: plain.Bold(true), selected: p.accent.Bold(true), bar: p.bar,
		rows: map[diffview.Kind]lipgloss.Style{
			diffview.Head: p.accent, diffview.Added: p.green, diffview.Removed: p.red, diffview.Changed: p.amber, diffview.Note: p.grey,
		},
	}
}

// chosen draws a row as the one that is chosen: a bar over the whole width. Parts of the
// row keep their colours.
func (st *styles) chosen(row string, width int) string {
	on, off, found := strings.Cut(st.bar.Render("\x00"), "\x00")
	if !found || on == "" {
		return pad(row, width)
	}
	return on + strings.ReplaceAll(pad(row, width), "\x1b[m", "\x1b[m"+on) + off
}

// plain is the look of text that needs none.
var plain = lipgloss.NewStyle()
