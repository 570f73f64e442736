package question

import (
	"slices"
)

// picked is what an answer means for one question.
type picked struct {
	options []int
	text    string
}

func (p picked) equal(other picked) bool {
	return p.text == other.text && slices.Equal(p.options, other.options)
}

// resolve finds the options that an answer means, or says why it means none. A
// multi-select question is answered by labels alone.
func resolve(a Answer, q Question, id Identity, recommended int, at Situation) (p picked, why string) {
	if q.Multi != (a.Labels != nil) {
		if q.Multi {
			return p, `several options may be chosen, and the rule does not name them as "labels"`
		}
		return p, `one option is to be chosen, and the rule names "labels"`
	}
	switch {
	case a.Labels != nil:
		for _, label := range a.Labels {
			i, why := offered(label, q)
			if why != "" {
				return picked{}, why
			}
			p.options = append(p.options, i)
		}
		slices.Sort(p.options)
		p.options = slices.Compact(p.options)
		return p, ""
	case a.Text != "":
		return picked{text: a.Text}, ""
	case a.Word == Recommended:
		if recommended < 0 {
			return p, "the question does not recommend exactly one option"
		}
		return picked{options: []int{recommended}}, ""
	case a.Word == Usual:
		return usual(q, id, at)
	}
	i, why := offered(a.Label, q)
	return picked{options: []int{i}}, why
}

// offered returns the only option with this label.
func offered(label string, q Question) (index int, why string) {
	index = -1
	key := LabelKey(label)
	for i, o := range q.Options {
		if LabelKey(o.Label) != key {
			continue
		}
		if index >= 0 {
			return -1, "several options read " + label
		}
		index = i
	}
	if index < 0 {
		return -1, "no option reads " + label
	}
	return index, ""
}

// usual finds the option that the person chose in at least 3 and at least 90 %
// of the logged answers to this question.
func usual(q Question, id Identity, at Situation) (picked, string) {
	total, most, label := 0, 0, ""
	for key, n := range at.Tally(id.Fingerprint) {
		total += n
		if n > most {
			most, label = n, key
		}
	}
	if most < 3 || most*10 < total*9 {
		return picked{}, "there is no usual answer yet"
	}
	i, why := offered(label, q)
	return picked{options: []int{i}}, why
}
