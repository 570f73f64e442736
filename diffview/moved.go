package diffview

import (
	"sort"
	"strconv"
)

// indexPair holds an element's old and new position among those that both lists have.
type indexPair struct{ old, new int }

// moved returns the new elements that changed places, as few as possible: those of a longest run
// in the old order stay. known reports whether a new element is known to have moved.
func (p *pairing) moved(known func(j int) bool) map[int]indexPair {
	onRun := p.longestRun(known)
	var olds []int // the old elements that stay, in their order
	for i, j := range p.next {
		if j >= 0 {
			olds = append(olds, i)
		}
	}
	moved := map[int]indexPair{}
	rank := 0
	for j, i := range p.prev {
		if i < 0 {
			continue
		}
		if was := sort.SearchInts(olds, i); !onRun[j] && was != rank {
			moved[j] = indexPair{was, rank}
		}
		rank++
	}
	return moved
}

// longestRun marks a longest sequence of new elements in their old order, without those known to
// have moved.
func (p *pairing) longestRun(known func(j int) bool) []bool {
	run := make([]bool, len(p.prev))
	before := make([]int, len(p.prev))
	var ends []int // ends[n] is the new element that ends the best run of n+1
	for j, i := range p.prev {
		if i < 0 || known(j) {
			continue
		}
		n := sort.Search(len(ends), func(k int) bool { return p.prev[ends[k]] >= i })
		before[j] = -1
		if n > 0 {
			before[j] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, j)
		} else {
			ends[n] = j
		}
	}
	if len(ends) > 0 {
		for j := ends[len(ends)-1]; j >= 0; j = before[j] {
			run[j] = true
		}
	}
	return run
}

// field returns the position field, counted from 1, of an element that only moved.
func (p indexPair) field() Field {
	old, after := strconv.Itoa(p.old+1), strconv.Itoa(p.new+1)
	return Field{Name: "position", Old: &old, New: &after}
}
