package kit

import (
	"strconv"
	"testing"
)

// TestSplitDependsOnTheSize: neither the detail of the chosen row nor a size before moves the line
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
