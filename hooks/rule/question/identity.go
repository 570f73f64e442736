package question

import (
	"hash/fnv"

	"neverask/hooks/rule/wording"
)

// Identity is the key by which questions are compared.
type Identity struct {
	Marker      string // the id of the only marker in the text, if there is one
	Fingerprint string
	header      string
	options     uint64 // a hash of the set of labels
}

// Identify derives the identity of a question.
func Identify(q Question) Identity {
	id := Identity{Marker: wording.QID(q.Text), Fingerprint: wording.Fingerprint(q.Text), header: wording.Fold(q.Header)}
	for i, o := range q.Options {
		if !offersBefore(q, i) {
			id.options += hash(LabelKey(o.Label))
		}
	}
	return id
}

// offersBefore reports whether an earlier option has the same label as option i.
func offersBefore(q Question, i int) bool {
	for _, o := range q.Options[:i] {
		if o.Label == q.Options[i].Label || LabelKey(o.Label) == LabelKey(q.Options[i].Label) {
			return true
		}
	}
	return false
}

// optionsHash returns Identity.options for the labels of a rule.
func optionsHash(labels []string) (sum uint64) {
	for key := range labelKeys(labels) {
		sum += hash(key)
	}
	return sum
}

// hash returns the same value in every process; a collision costs only a comparison.
func hash(parts ...string) uint64 {
	h := fnv.New64a()
	for _, s := range parts {
		_, _ = h.Write([]byte(s)) // FNV never fails
	}
	return h.Sum64()
}
