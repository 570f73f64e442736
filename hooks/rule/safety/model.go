package safety

import (
	_ "embed"
	"strings"
)

// There are two models with the same features: each sums integer weights of the words, pairs of words, beginnings of
// words, concepts and pairs of concepts in a sentence. One judges a sentence together with what is asked; the other
// judges a whole question, and counts each feature once. The weights are looked up in the embedded tables, by the
// hash of their feature.

//go:generate go test -run ^TestTables$ -update

//go:embed sentences.bin
var sentenceWeights string

//go:embed questions.bin
var questionWeights string

// models are both models; empty ones find nothing.
type models struct{ sentences, questions table }

func trained() models { return models{table(sentenceWeights), table(questionWeights)} }

// table holds weights. First comes the end of each block of hashes, in two bytes each; then the entries in order. An
// entry has the twelve bits of its hash that do not give its block, the class it favours most, as an index into
// classes, and the signed weight.
type table string

// A feature's hash has the bits of a block and of an entry's key.
const (
	blocks = 1 << 12
	keys   = 1 << 12
	entry  = 3 // bytes
)

// find returns the weight of a feature, and the class it favours.
func (t table) find(feature uint32) (weight, class int, known bool) {
	if t == "" {
		return 0, 0, false
	}
	block, key := int(feature/keys), feature%keys
	from := 0
	if block > 0 {
		from = t.end(block - 1)
	}
	for at := 2*blocks + entry*from; at < 2*blocks+entry*t.end(block); at += entry {
		if uint32(t[at])<<4|uint32(t[at+1])>>4 == key {
			return int(int8(t[at+2])), int(t[at+1] & 15), true
		}
	}
	return 0, 0, false
}

func (t table) end(block int) int { return int(t[2*block])<<8 | int(t[2*block+1]) }

// classes are the classes that the models distinguish.
var classes = [...]string{Delete, History, Database, Release,
	Message, Payment, Credentials, Infrastructure, Legal, Command, Irreversible}

// bounds are the sums above which text is one-way: of a sentence alone, of a sentence together with what is asked,
// and of a whole question.
type bounds struct {
	alone, together int
	whole           float64
}

// The strict bounds were chosen by cross-validation, so that about as many questions are missed as are asked
// needlessly; the strong ones so that about 15 % of the dangerous long questions would pass, and 10 % of the brief
// ones.
var (
	strict = bounds{-15, -35, -0.25}
	strong = bounds{0, -30, 0.35}
)

// leaning lowers the bound for a question that mentions a command.
const leaning = 0.4

// field says which part of a question a text belongs to.
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

// feature returns a hash that is spread over blocks and keys.
func (h hash) feature() uint32 { return uint32((h^h>>15)*2654435761) >> 8 }

// features calls each with every feature of a sentence, and the words it consists of.
func features(s []token, at field, each func(from, to int, feature uint32)) {
	kind := start('f' + byte(min(at, description)))
	each(0, 0, kind.feature())
	last := -1 // the previous word with a concept
	for i, t := range s {
		if t.concept != 0 {
			each(i, i+1, start('c').concept(t.concept).feature())
			each(i, i+1, kind.add("c ").concept(t.concept).feature())
			if last >= 0 {
				each(last, i+1, start('d').concept(s[last].concept).concept(t.concept).feature())
			}
			last = i
		}
		h := start('w').add(t.text)
		each(i, i+1, h.feature())
		if t.cjk {
			for n := i + 1; n < len(s) && n < i+3 && s[n].cjk && !s[n].apart; n++ {
				h = h.add(s[n].text)
				each(i, n+1, h.feature())
			}
			continue
		}
		each(i, i+1, kind.add(t.text).feature())
		if i == 0 {
			each(i, i+1, start('1').add(t.text).feature())
		}
		if i+1 == len(s) {
			each(i, i+1, h.add(" .").feature())
		} else {
			each(i, i+2, h.add(" ").add(s[i+1].text).feature())
		}
		if i+2 < len(s) {
			each(i, i+3, h.add("_").add(s[i+2].text).feature())
		}
		for n := 4; n <= 6 && n <= len(t.text); n++ {
			each(i, i+1, start('<').add(t.text[:n]).feature())
		}
	}
}

// context calls each with the features that a sentence of the question contributes to the texts around it.
func context(s []token, each func(from, to int, feature uint32)) {
	for i, t := range s {
		if t.concept != 0 {
			each(i, i+1, start('z').concept(t.concept).feature())
		}
		h := start('x').add(t.text)
		each(i, i+1, h.feature())
		switch {
		case t.cjk && i+1 < len(s) && s[i+1].cjk:
			each(i, i+2, h.add(s[i+1].text).feature())
		case len(t.text) > 4:
			each(i, i+1, start('y').add(t.text[:5]).feature())
		}
	}
}

// judge returns the findings of the sentence model. A passage outside the question itself is judged together with
// each sentence of the question, but has to exceed a bound by itself, too.
func (t table) judge(all []passage, b bounds) (found []Finding) {
	if t == "" {
		return nil
	}
	asked, most := false, 0 // the most that a sentence of the question without a finding adds
	for _, p := range all {
		own, around := verdict{table: t}, verdict{table: t}
		features(p.words, p.at, own.add)
		if p.at != question {
			around.sum = most
		}
		if own.sum > b.alone && own.sum+around.sum > b.together && (len(p.words) > 1 || len(p.words[0].text) > 1) {
			found = append(found, t.finding(p))
			continue
		}
		if p.at == question {
			context(p.words, around.add)
			if !asked || around.sum > most {
				asked, most = true, around.sum
			}
		}
	}
	return found
}

// finding returns the finding of a model in a passage.
func (t table) finding(p passage) Finding {
	v := verdict{table: t, words: make([]int, len(p.words))}
	features(p.words, p.at, v.add)
	return Finding{v.class(), v.word(p.words), p.where}
}

// verdict is a model's judgement of a sentence.
type verdict struct {
	table table
	sum   int
	votes [16]int
	words []int
}

func (v *verdict) add(from, to int, feature uint32) {
	w, class, _ := v.table.find(feature)
	v.sum += w
	if v.words == nil || w <= 0 {
		return
	}
	v.votes[class] += w
	for i := from; i < to; i++ {
		v.words[i] += w / (to - from)
	}
}

// class returns the class that most of the weight favours.
func (v *verdict) class() string {
	best := 0
	for i := range classes {
		if v.votes[i] > v.votes[best] {
			best = i
		}
	}
	return classes[best]
}

// word returns what a person is shown: a short sentence as a whole; of a longer one, the words around the greatest
// weight, so many that the person recognises the place.
func (v *verdict) word(s []token) string {
	const most = 5
	from, to := 0, len(s)
	if len(s) > most {
		for i, t := range s {
			if !t.cjk && len(t.text) < 3 {
				v.words[i] = -1 // says little by itself
			}
			if v.words[i] > v.words[from] {
				from = i
			}
		}
		to = from + 1
		for to-from < most {
			if from > 0 && (to == len(s) || v.words[from-1] >= v.words[to]) {
				from--
			} else {
				to++
			}
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
