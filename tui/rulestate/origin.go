package rulestate

import (
	"maps"
	"slices"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// An Origin is a question that a rule can be made from.
type Origin struct {
	Question
	Times    int // how often it was asked
	Wordings int // how many wordings differ only in numbers and names
	topic    *topic
}

// Origins returns the latest questions that no rule has answered, one for all wordings that
// differ only in numbers and names.
func (m *Asked) Origins() (all []Origin) {
	alike, known := map[string]Origin{}, map[string]bool{}
	for i := max(len(m.topics)-originsSought, 0); i < len(m.topics); i++ {
		t := &m.topics[i]
		q, o := t.latest(), alike[t.id.Fingerprint]
		for _, asked := range t.asked {
			if asked.By != transcript.Neverask {
				o.Times++
			}
		}
		if !known[q.Text] {
			known[q.Text] = true
			o.Wordings++
		}
		if q.By != transcript.Neverask && (o.topic == nil || o.topic.latest().Time.Before(q.Time)) {
			o.topic = t
		}
		alike[t.id.Fingerprint] = o
	}
	all = slices.DeleteFunc(slices.Collect(maps.Values(alike)), func(o Origin) bool { return o.topic == nil })
	slices.SortFunc(all, func(a, b Origin) int { return b.topic.latest().Time.Compare(a.topic.latest().Time) })
	all = all[:min(len(all), originsOffered)]
	for i := range all {
		all[i].Question = searched(all[i].topic.latest())
	}
	return all
}

// Ruled returns, for each origin, the first rule that matches it, or nil. It may take a second.
func (m *Asked) Ruled(all []Origin, rules []question.Rule) []*question.Rule {
	first := make([]*question.Rule, len(all))
	for _, r := range slices.Backward(rules) {
		fits := m.matcher(r)
		for i := range all {
			if fits(all[i].topic) {
				first[i] = &r
			}
		}
	}
	return first
}
