package kit

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
)

// A Sift is a selection of the rows of a list, with their number.
type Sift struct {
	Group, Name string // safe to draw
	Rows        int    // -1 where that is not known
	On          bool
	Do          func() tea.Cmd
}

func mostRows(all []Sift) int {
	return slices.MaxFunc(all, func(a, b Sift) int { return a.Rows - b.Rows }).Rows
}

// Siftable reports whether any of the selections differs from all rows.
func Siftable(choices []Sift) bool {
	most := mostRows(choices)
	return slices.ContainsFunc(choices, func(s Sift) bool { return s.Rows < 0 || 0 < s.Rows && s.Rows < most })
}

// Sifting lists selections to choose from, except empty ones.
func Sifting(heading string, choices func() []Sift) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		all, entries := choices(), []MenuEntry(nil)
		on, most := -1, mostRows(all)
		for _, s := range all {
			if s.Rows == 0 && !s.On {
				continue
			}
			e := MenuEntry{
				Group: s.Group, Text: s.Name, Name: s.Name, Verb: "choose", Do: func(*Model) tea.Cmd { return s.Do() },
			}
			if s.Rows >= 0 {
				e.Key = Right(strconv.Itoa(s.Rows), len(strconv.Itoa(most)))
			}
			if s.On {
				e.Text += "  ✓"
				on = len(entries)
			}
			entries = append(entries, e)
		}
		m.Push(NewMenu(heading, entries).On(on))
		return nil
	}
}
