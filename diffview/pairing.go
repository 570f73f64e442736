package diffview

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
