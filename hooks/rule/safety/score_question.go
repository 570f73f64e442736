package safety

import (
	"math"
	"slices"
)

// view is a question as the question model sees it: groups (each sentence of the question itself, each option, the
// header) with their distinct features.
type view struct {
	groups map[int][]uint32
	behind []int // the sentences after the first that asks
	seen   map[uint32]weighed
	sum    total
}

// weighed is a feature that a model knows.
type weighed struct{ weight, groups int }

// power: a sum is divided by the number of features to this power, so that long and short texts are judged alike.
const power = 0.6

// unit is the value of a weight of 1 in the question model.
const unit = 1.0 / 32

// total is a sum of weights, and their number.
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

// without returns the score of a question without some groups.
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

// score returns the highest score of a question: of all of it, without each single sentence of the question itself,
// without each single option, and without everything after the first sentence that asks. So an addition to a question
// that is one-way as a whole cannot lower the score.
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
