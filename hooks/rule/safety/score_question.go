package safety

import (
	"math"
	"slices"
)

// view is what is read of a question at once: its groups, which are the sentences of the
// question itself, the options, and what else is shown, each with its features once.
type view struct {
	groups map[int][]uint32
	behind []int // the sentences behind the first that asks
	seen   map[uint32]weighed
	sum    total
}

// weighed is a feature that a model knows.
type weighed struct{ weight, groups int }

// power is that of the number of features that a sum is divided by, so that long and short
// texts are held alike.
const power = 0.6

// unit is what a weight of one stands for in the model of whole questions.
const unit = 1.0 / 32

// total is a sum of weights, and of how many.
type total struct{ weight, features int }

func (t total) with(weight, features int) total {
	return total{t.weight + weight, t.features + features}
}

func (t total) scaled() float64 {
	return float64(t.weight) * unit * math.Pow(float64(t.features+1), -power)
}

func (t table) view(all []passage) view {
	v := view{groups: map[int][]uint32{}, seen: make(map[uint32]weighed, 1024)}
	asked := false
	for _, p := range all {
		if p.at == more {
			continue
		}
		if p.at == question {
			if asked {
				v.behind = append(v.behind, p.group)
			}
			asked = asked || p.asks
		}
		v.groups[p.group] = p.appendFeatures(v.groups[p.group])
	}
	for g, of := range v.groups {
		of = slices.DeleteFunc(distinct(of), func(f uint32) bool {
			w, again := v.seen[f]
			if !again {
				weight, _, known := t.find(f)
				if !known {
					return true
				}
				w.weight = weight
				v.sum = v.sum.with(weight, 1)
			}
			w.groups++
			v.seen[f] = w
			return false
		})
		v.groups[g] = of
	}
	return v
}

// without is what is held against a question but for some groups.
func (v view) without(groups ...int) float64 {
	rest, left := v.sum, map[uint32]int{}
	for _, g := range groups {
		for _, f := range v.groups[g] {
			n := 1
			if len(groups) > 1 {
				left[f]++
				n = left[f]
			}
			if w := v.seen[f]; n == w.groups {
				rest = rest.with(-w.weight, -1)
			}
		}
	}
	return rest.scaled()
}

// score is the most that a model holds against a question: against all of it, against all but one
// sentence of the question itself or one option, and against all but what stands behind the
// first sentence that asks. So what is added to a question that is one-way as a whole takes nothing away.
func (t table) score(all []passage) float64 {
	v := t.view(all)
	most := max(v.sum.scaled(), v.without(v.behind...))
	for g := range v.groups {
		if g != 0 && len(v.groups) > 1 {
			most = max(most, v.without(g))
		}
	}
	return most
}

func distinct(features []uint32) []uint32 {
	slices.Sort(features)
	return slices.Compact(features)
}
