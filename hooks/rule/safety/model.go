package safety

import _ "embed"

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
