package tui

import (
	"charm.land/lipgloss/v2"

	"neverask/diffview"
)

// styles are the looks of everything that is drawn. They use the sixteen
// colours that the person's theme defines, except for greys and amber, which
// many themes make illegible.
type styles struct {
	name, tab, activeTab        lipgloss.Style
	rule, muted, strong, accent lipgloss.Style
	ok, warn, bad               lipgloss.Style
	key, selected               lipgloss.Style
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
		name: plain.Bold(true), tab: grey, activeTab: plain.Bold(true),
		rule: in("250", "240"), muted: grey, strong: plain.Bold(true), accent: blue,
		ok: green, warn: amber, bad: red,
		key: plain.Bold(true), selected: blue.Bold(true),
		rows: map[diffview.Kind]lipgloss.Style{
			diffview.Head: blue, diffview.Added: green, diffview.Removed: red, diffview.Changed: amber, diffview.Note: grey,
		},
	}
}
