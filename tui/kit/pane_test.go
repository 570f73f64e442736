package kit

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestSplitDependsOnTheSize: neither the chosen row nor a size before changes how a height is divided
// between a list and its detail.
func TestSplitDependsOnTheSize(t *testing.T) {
	var p Pane
	p.Wrap = func(i, _ int) []string { return make([]string, 1+i%3) }
	lay := func(width, height, n int) int {
		page := p.Lay(Page{}, width, height, n, Themes()[0].Styles(true), func(i, _ int) string { return strconv.Itoa(i) },
			func(_, height int) []string { return make([]string, p.Chosen%(height+4)) })
		return page.listHeight
	}
	for _, n := range []int{3, 8, 19, 60} {
		for height := 1; height < 60; height++ {
			p.Chosen = 0
			first := lay(78, height, n)
			lay(118, height+16, n)
			for p.Chosen = range n {
				if got := lay(78, height, n); got != first {
					t.Fatalf("%d rows in %d: the list has %d at row %d, %d at the first", n, height, got, p.Chosen, first)
				}
			}
			if n == 60 && height >= 16 && (first < enoughListed || height-first-1 < leastDetail || height < 24 && height-first-1 > 7) {
				t.Errorf("in %d, the list has %d", height, first)
			}
		}
	}
}

// TestDetailTakesWhatWrappingLeaves: a detail that is cut gets the rows that the list keeps for a row with more
// lines than the chosen one, and no others.
func TestDetailTakesWhatWrappingLeaves(t *testing.T) {
	const n, height = 8, 24
	for lines := range 30 {
		var p Pane
		p.Wrap = func(i, _ int) []string { return slices.Repeat([]string{"wrapped"}, 1+i) }
		page := p.Lay(Page{}, 78, height, n, Themes()[0].Styles(true), func(int, int) string { return "row" },
			func(_, height int) []string { return slices.Repeat([]string{"detail"}, lines) })
		var drawn []string
		for i := range page.Rows {
			drawn = append(drawn, strings.Fields(ansi.Strip(page.Row(i)) + " -")[0])
		}
		line := slices.IndexFunc(drawn, func(row string) bool { return strings.HasPrefix(row, "──") })
		if line < n || page.aside(0, line-1) || !page.aside(0, line) {
			t.Fatalf("%d lines: the detail is not what is below row %d:\n%q", lines, line, drawn)
		}
		shown := 0
		for _, row := range drawn[line+1:] {
			if row == "detail" {
				shown++
			}
		}
		if blank := line - n; blank > 0 && shown < lines {
			t.Errorf("%d of %d lines are shown below %d blank rows", shown, lines, blank)
		}
		if least := height - page.listHeight - 1; lines <= least && line != page.listHeight {
			t.Errorf("a detail of %d lines has %d rows, and takes more", lines, least)
		}
	}
}

// TestWrappingTakesTheFreeRows: a chosen row with more lines than the list has free rows is wrapped as far as they go.
func TestWrappingTakesTheFreeRows(t *testing.T) {
	for room, want := range map[int][]string{
		3: {"row", "row", "row"}, 4: {"one", "two …", "row", "row"}, 5: {"one", "two", "three …", "row", "row"},
		6: {"one", "two", "three", "four", "row", "row"}, 7: {"one", "two", "three", "four", "row", "row"},
	} {
		p := Pane{Wrap: func(int, int) []string { return []string{"one", "two", "three", "four"} }}
		page := p.Lay(Page{}, 78, room, 3, Themes()[0].Styles(true), func(int, int) string { return "row" },
			func(int, int) []string { return nil })
		var drawn []string
		for i := range page.Rows {
			drawn = append(drawn, strings.TrimSpace(ansi.Strip(page.Row(i))))
		}
		if !slices.Equal(drawn, want) {
			t.Errorf("in %d rows: %q, want %q", room, drawn, want)
		}
	}
}
