package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"neverask/diffview"
)

// styles are the looks of everything that is drawn. They use the sixteen
// colours that the person's theme defines, except for greys and amber, which
// many themes make illegible.
type styles struct {
	name, title, tab, activeTab lipgloss.Style
	rule, muted, strong, accent lipgloss.Style
	ok, warn, bad               lipgloss.Style
	key, selected, bar          lipgloss.Style
	rows                        map[diffview.Kind]lipgloss.Style
}

func newStyles(dark bool) *styles {
	pick := lipgloss.LightDark(dark)
	plain := lipgloss.NewStyle()
	in := func(light, dark string) lipgloss.Style {
		return plain.Foreground(pick(lipgloss.Color(light), lipgloss.Color(dark)))
	}
	var (
		grey  = in("242", "246")
		green = in("28", "2")
		red   = in("1", "9")
		amber = in("130", "3")
		blue  = in("4", "6")
	)
	return &styles{
		name: plain.Bold(true), title: blue.Bold(true), tab: grey, activeTab: blue.Bold(true).Reverse(true),
		rule: in("250", "240"), muted: grey, strong: plain.Bold(true), accent: blue,
		ok: green, warn: amber, bad: red,
		key: plain.Bold(true), selected: blue.Bold(true), bar: plain.Background(pick(lipgloss.Color("254"), lipgloss.Color("237"))),
		rows: map[diffview.Kind]lipgloss.Style{
			diffview.Head: blue, diffview.Added: green, diffview.Removed: red, diffview.Changed: amber, diffview.Note: grey,
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
