package diffview

import "sort"

// pairing says which elements of two sequences are the same element.
type pairing struct {
	next []int // for each old element its place among the new ones, or -1
	prev []int // for each new element its place among the old ones, or -1
}

// pair starts a pairing with the elements that are equal at both ends.
func pair(olds, news int, equal func(i, j int) bool) pairing {
	p := pairing{next: make([]int, olds), prev: make([]int, news)}
	for i := range p.next {
		p.next[i] = -1
	}
	for j := range p.prev {
		p.prev[j] = -1
	}
	head, shorter := 0, min(olds, news)
	for head < shorter && equal(head, head) {
		p.join(head, head)
		head++
	}
	for k := 1; k <= shorter-head && equal(olds-k, news-k); k++ {
		p.join(olds-k, news-k)
	}
	return p
}

func (p *pairing) join(i, j int) { p.next[i], p.prev[j] = j, i }

// by pairs the remaining elements that have the same key, in order. An empty key pairs with
// nothing.
func (p *pairing) by(oldKey, newKey func(int) string) {
	waiting := map[string][]int{}
	for i, j := range p.next {
		if j < 0 {
			if key := oldKey(i); key != "" {
				waiting[key] = append(waiting[key], i)
			}
		}
	}
	if len(waiting) == 0 {
		return
	}
	for j, i := range p.prev {
		if i >= 0 {
			continue
		}
		key := newKey(j)
		if queue := waiting[key]; len(queue) > 0 {
			p.join(queue[0], j)
			waiting[key] = queue[1:]
		}
	}
}

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
