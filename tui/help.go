package tui

import (
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"neverask/diffview"
)

// help lists all keys that do something on the screen below.
type help struct {
	version string
	all     []binding
}

func (m *model) help() tea.Cmd {
	m.push(&help{m.Version, m.bindings()})
	return nil
}

func (h *help) title() string { return "Keys of neverask " + diffview.Visible(h.version) }

func (h *help) page(width, _ int, st *styles) page {
	column := 0
	for _, b := range h.all {
		column = max(column, lipgloss.Width(b.Help().Key))
	}
	var all []string
	for _, b := range h.all {
		about := b.Help().Desc
		if b.about != "" {
			about = b.about
		}
		text := indented(about, column+4, width)
		text[0] = " " + st.key.Render(pad(b.Help().Key, column)) + text[0][column+1:]
		all = append(all, text...)
	}
	return lines(all)
}

func (h *help) bindings() []binding {
	return []binding{bind("close", (*model).back, "esc", "enter", "?")}
}
