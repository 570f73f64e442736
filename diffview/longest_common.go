package diffview

import (
	"slices"
	"sort"
)

// match says that line i of one file became line j of the other.
type match struct{ i, j int }

func keys[T any](list []T, key func(T) string) []string {
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = key(v)
	}
	return all
}

// manyPairs is how many pairs with the same key are compared.
const manyPairs = 1 << 18

// common returns a longest sequence of keys that two lists have in common, as the positions of
// its keys in both. An empty key equals no other. Very many equal keys are only paired in order,
// so there may be a longer sequence.
func common(olds, news []string) (found []match) {
	head, shorter := 0, min(len(olds), len(news))
	for head < shorter && olds[head] == news[head] && olds[head] != "" {
		found = append(found, match{head, head})
		head++
	}
	tail := 0
	for tail < shorter-head && olds[len(olds)-1-tail] == news[len(news)-1-tail] && olds[len(olds)-1-tail] != "" {
		tail++
	}
	places := map[string][]int{} // from the last to the first
	for j := len(news) - tail - 1; j >= head; j-- {
		if news[j] != "" {
			places[news[j]] = append(places[news[j]], j)
		}
	}
	pairs := 0
	for _, key := range olds[head : len(olds)-tail] {
		pairs += len(places[key])
	}
	// last[n] ends a sequence of n+1 pairs, the one whose end in the new list comes first.
	type link struct {
		match
		before *link
	}
	var last []*link
	for i := head; i < len(olds)-tail; i++ {
		at := places[olds[i]]
		if n := len(at); n > 0 && pairs > manyPairs {
			places[olds[i]], at = at[:n-1], at[n-1:]
		}
		for _, j := range at {
			n := sort.Search(len(last), func(n int) bool { return last[n].j >= j })
			l := &link{match: match{i, j}}
			if n > 0 {
				l.before = last[n-1]
			}
			if n == len(last) {
				last = append(last, nil)
			}
			last[n] = l
		}
	}
	from := len(found)
	if len(last) > 0 {
		for l := last[len(last)-1]; l != nil; l = l.before {
			found = append(found, l.match)
		}
	}
	slices.Reverse(found[from:])
	for ; tail > 0; tail-- {
		found = append(found, match{len(olds) - tail, len(news) - tail})
	}
	return found
}
