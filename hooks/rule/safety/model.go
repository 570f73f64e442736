package safety

import (
	_ "embed"
	"strings"
)

// There are two models, of the same features and the same form: a sum of whole numbers, a
// weight for each word, pair of words, first letters of a word, and concept and pair of
// concepts in a sentence. One judges a sentence, behind the words of the question that it
// belongs to; the other all of a question at once, each feature counted once however often
// it stands there. The weights are read where they lie in the program, by a hash of what
// they are for.

//go:generate go test -run ^TestTables$ -update

//go:embed sentences.bin
var sentenceWeights string

//go:embed questions.bin
var questionWeights string

// models are the two; those that are empty hold nothing against words.
type models struct{ sentences, questions table }

func trained() models { return models{table(sentenceWeights), table(questionWeights)} }

// table holds weights: for each block of hashes where its entries end, in two bytes each,
// and then the entries in order, each with the twelve bits of its hash that are not its
// block's, the class that it speaks for most, as an index into classes, and the weight with
// its sign.
type table string

// A hash of a feature has as many bits as a block and the key of an entry together.
const (
	blocks = 1 << 12
	keys   = 1 << 12
	entry  = 3 // bytes
)

// find returns the weight of a feature, and the class that it speaks for.
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

// classes are those that the models tell apart.
var classes = [...]string{Delete, History, Database, Release, Message, Payment, Credentials, Infrastructure, Legal, Command, Irreversible}

// bounds are what a sum has to exceed to be one-way: that of a sentence by itself, and
// together with what it stands behind, and that of a whole question.
type bounds struct {
	alone, together int
	whole           float64
}

// The strict ones were chosen by cross-validation, so that about as much is missed as is
// asked needlessly; the strong ones so that some 15 % of what is dangerous would pass in a
// long question, and 10 % in a brief one.
var (
	strict = bounds{-15, -35, -0.25}
	strong = bounds{0, -30, 0.35}
)

// leaning is how much less a question has to exceed that mentions a command.
const leaning = 0.4

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

// feature is a hash that is spread over blocks and keys.
func (h hash) feature() uint32 { return uint32((h^h>>15)*2654435761) >> 8 }

// features calls each with every feature of a sentence, and the words that it is of.
func features(s []token, at field, each func(from, to int, feature uint32)) {
	kind := start('f' + byte(min(at, description)))
	each(0, 0, kind.feature())
	last := -1 // the word before that has a concept
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

// context calls each with what a sentence of the question is to the texts around it.
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

// judge returns what the model of sentences holds against passages. One that is not of
// the question itself is read behind each of those that are, but has to tell by itself.
func (t table) judge(all []passage, b bounds) (found []Finding) {
	if t == "" {
		return nil
	}
	asked, most := false, 0 // what a sentence of the question in which nothing was found adds at most
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

// finding says what it is that a model holds against a passage.
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
		for to-from > 1 && in("fills", s[to-1].text) {
			to--
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
