package safety

import (
	_ "embed"
	"strings"
)

// The model is a sum of whole numbers: a weight for each word, pair of words, first
// letters of a word, and concept and pair of concepts in a sentence, and for the words of
// the question that it belongs to.
// More than the bounds below is one-way. The weights are read where they lie in the program, by a
// hash of what they are for.

//go:generate go test -run ^TestTables$ -update

const buckets = 1 << 17 // the number of weights

//go:embed weights.bin
var weights string

// model is a table of weights: a byte with a sign for each bucket, and then half a byte
// with the class that it speaks for most, as an index into classes.
type model string

// classes are those that the model tells apart.
var classes = [...]string{Delete, History, Database, Release, Message, Payment, Credentials, Infrastructure, Legal, Command, Irreversible}

// bounds are what a sum has to exceed to be one-way: by itself, and together with what it
// stands behind.
type bounds struct{ alone, together int }

// The strict ones were chosen by cross-validation, so that about as much is missed as is
// asked needlessly; the strong ones so that some 15 % of what is dangerous would pass.
var (
	strict = bounds{-52, -72}
	strong = bounds{60, 60}
)

// field says where in a question a text stands.
type field byte

const (
	question field = iota
	header
	label
	description
	more // in a member that has no field, such as a preview
)

// hash is FNV-1a, started over for each kind of feature.
type hash uint32

func start(kind byte) hash { return (2166136261 ^ hash(kind)) * 16777619 }

func (h hash) add(s string) hash {
	for i := range len(s) {
		h = (h ^ hash(s[i])) * 16777619
	}
	return h
}

func (h hash) concept(number uint16) hash {
	return ((h^hash(number>>8))*16777619 ^ hash(number&0xff)) * 16777619
}

func (h hash) bucket() uint32 {
	return uint32((h^h>>15)*2654435761) >> 15 % buckets
}

// features calls each with every feature of a sentence, and the words that it is of.
func features(s []token, at field, each func(from, to int, bucket uint32)) {
	kind := start('f' + byte(min(at, description)))
	each(0, 0, kind.bucket())
	last := -1 // the word before that has a concept
	for i, t := range s {
		if t.concept != 0 {
			each(i, i+1, start('c').concept(t.concept).bucket())
			each(i, i+1, kind.add("c ").concept(t.concept).bucket())
			if last >= 0 {
				each(last, i+1, start('d').concept(s[last].concept).concept(t.concept).bucket())
			}
			last = i
		}
		h := start('w').add(t.text)
		each(i, i+1, h.bucket())
		if t.cjk {
			for n := i + 1; n < len(s) && n < i+3 && s[n].cjk && !s[n].apart; n++ {
				h = h.add(s[n].text)
				each(i, n+1, h.bucket())
			}
			continue
		}
		each(i, i+1, kind.add(t.text).bucket())
		if i == 0 {
			each(i, i+1, start('1').add(t.text).bucket())
		}
		if i+1 == len(s) {
			each(i, i+1, h.add(" .").bucket())
		} else {
			each(i, i+2, h.add(" ").add(s[i+1].text).bucket())
		}
		if i+2 < len(s) {
			each(i, i+3, h.add("_").add(s[i+2].text).bucket())
		}
		for n := 4; n <= 6 && n <= len(t.text); n++ {
			each(i, i+1, start('<').add(t.text[:n]).bucket())
		}
	}
}

// context calls each with what a sentence of the question is to the texts around it.
func context(s []token, each func(from, to int, bucket uint32)) {
	for i, t := range s {
		if t.concept != 0 {
			each(i, i+1, start('z').concept(t.concept).bucket())
		}
		h := start('x').add(t.text)
		each(i, i+1, h.bucket())
		switch {
		case t.cjk && i+1 < len(s) && s[i+1].cjk:
			each(i, i+2, h.add(s[i+1].text).bucket())
		case len(t.text) > 4:
			each(i, i+1, start('y').add(t.text[:5]).bucket())
		}
	}
}

// verdict is a model's judgement of a sentence.
type verdict struct {
	model model
	sum   int
	votes [16]int
	words []int
}

func (v *verdict) add(from, to int, bucket uint32) {
	w := int(int8(v.model[bucket]))
	v.sum += w
	if v.words == nil || w <= 0 {
		return
	}
	v.votes[v.model[buckets+bucket/2]>>(bucket%2*4)&15] += w
	for i := from; i < to; i++ {
		v.words[i] += w / (to - from)
	}
}

// class is the class that most of the weight speaks for.
func (v *verdict) class() string {
	best := 0
	for i := range classes {
		if v.votes[i] > v.votes[best] {
			best = i
		}
	}
	return classes[best]
}

// word returns what a person is shown: a short sentence as a whole, or of a longer one the word
// with the greatest weight, and those beside it that have half of that.
func (v *verdict) word(s []token) string {
	const most = 4
	from, to := 0, len(s)
	if len(s) > most {
		for i, t := range s {
			if !t.cjk && len(t.text) < 3 {
				v.words[i] = -1 // says little
			}
			if v.words[i] > v.words[from] {
				from = i
			}
		}
		half := v.words[from] / 2
		to = from + 1
		for from > 0 && to-from < most && v.words[from-1] > half {
			from--
		}
		for to < len(s) && to-from < most && v.words[to] > half {
			to++
		}
	}
	var text strings.Builder
	for i, t := range s[from:to] {
		if i > 0 && !t.cjk {
			text.WriteByte(' ')
		}
		if t.text == "0" { // any number
			t.text = "…"
		}
		text.WriteString(t.text)
	}
	return text.String()
}
