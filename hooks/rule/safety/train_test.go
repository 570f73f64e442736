package safety

import (
	"cmp"
	"encoding/binary"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// course says how a model is trained, as -cross found it best.
type course struct {
	epochs, rounds int // each round in another order, of which the mean is taken
	rate, decay    float64
	power          float64 // of the number of features, that a sum is divided by
	unit           float64 // what a weight of one stands for
	least          int     // in how many lessons a feature is that is learnt
	parts          func(r *reading) [][]uint32
	beside         func(samples []sample, random *rand.Rand) []sample
}

var (
	bySentence = course{epochs: 12, rounds: 4, rate: 0.1, decay: 1e-5, power: 0.3, unit: 1.0 / 32, least: 3, parts: eachSentence, beside: hide}
	byQuestion = course{epochs: 24, rounds: 1, rate: 0.1, decay: 1e-3, power: power, unit: unit, least: 3, parts: allAtOnce}
)

// ofReal is how much a question in the manner of real ones counts.
const ofReal = 16

var (
	update = flag.Bool("update", false, "compute the tables from the texts in testdata")
	cross  = flag.Bool("cross", false, "measure models on questions that they were not trained with, and try all questions")
)

// TestTables: the tables are those that the texts in testdata make; the largest of them is made with
// -cross or -update alone. It sets two that all tests read, and so runs before those that are parallel.
func TestTables(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	all := allSamples(t)
	concepts = beginnings(t)
	vocabulary = words(t, all)
	made := map[string]string{
		"concepts.bin": concepts, "vocabulary.bin": vocabulary, "questions.bin": string(byQuestion.train(all)),
	}
	if *update || *cross {
		made["sentences.bin"] = string(bySentence.train(append(allSamples(t, corpora...), phrases(t)...)))
	}
	for name, want := range made {
		if *update {
			musttest.Do(t, os.WriteFile(name, []byte(want), 0o644))
		} else if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s is not what the texts make; go generate ./hooks/rule/safety (%v)", name, err)
		}
	}
}

// lesson is a sample with the features of everything in it that is judged.
type lesson struct {
	sample
	parts  [][]uint32
	weight float64
}

// eachSentence returns each sentence by itself, or behind each sentence of the question itself.
func eachSentence(r *reading) (parts [][]uint32) {
	var asked [][]uint32
	for _, p := range r.passages {
		var own, around []uint32
		features(p.words, p.at, func(_, _ int, f uint32) { own = append(own, f) })
		if p.at == question {
			context(p.words, func(_, _ int, f uint32) { around = append(around, f) })
			asked = append(asked, around)
		}
		if p.at == question || len(asked) == 0 {
			parts = append(parts, own)
			continue
		}
		for _, c := range asked {
			parts = append(parts, slices.Concat(own, c))
		}
	}
	return parts
}

// allAtOnce returns all of a question, each feature once.
func allAtOnce(r *reading) [][]uint32 {
	var all []uint32
	for _, p := range r.passages {
		all = p.appendFeatures(all)
	}
	return [][]uint32{distinct(all)}
}

// lessons returns what samples teach. What is one-way by something that needs no judgement
// teaches nothing about words.
func (c course) lessons(samples []sample) (all []lesson) {
	for _, s := range samples {
		r := read(s.Question)
		decided := slices.ContainsFunc(r.found, func(f Finding) bool { return f.Class != Unreadable }) // and not by its words
		if l := (lesson{s, c.parts(r), 1}); len(l.parts) > 0 && !(s.oneWay() && decided) {
			if s.Real {
				l.weight = ofReal
			}
			all = append(all, l)
		}
	}
	return all
}

// train fits a model to samples.
func (c course) train(samples []sample) table {
	base := c.lessons(samples)
	known := c.known(base)
	var sums []float64
	var all []lesson
	for round := range c.rounds {
		random := rand.New(rand.NewPCG(1, uint64(round)+2))
		all = slices.Clip(base)
		if c.beside != nil {
			all = append(all, c.lessons(c.beside(taught(base), random))...)
		}
		all = numbered(all, known)
		l := learner{c, make([]float64, len(known)), make([]float64, len(known))}
		if sums == nil {
			sums = make([]float64, len(known))
		}
		for epoch := range c.epochs {
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, s := range all {
				l.question(s)
			}
			for f, w := range l.weights {
				if epoch >= c.epochs/2 {
					sums[f] += w / float64(c.rounds*(c.epochs-c.epochs/2))
				}
			}
		}
	}
	l := learner{course: c, weights: sums}
	return l.table(known, l.classes(all))
}

func taught(lessons []lesson) (all []sample) {
	for _, l := range lessons {
		all = append(all, l.sample)
	}
	return all
}

// known returns the features that enough lessons have, in order.
func (c course) known(lessons []lesson) (known []uint32) {
	often := map[uint32]int{}
	for _, l := range lessons {
		for _, f := range distinct(slices.Concat(l.parts...)) {
			if often[f]++; often[f] == c.least {
				known = append(known, f)
			}
		}
	}
	slices.Sort(known)
	return known
}

// numbered returns lessons with the numbers of the features that are known in their place.
func numbered(lessons []lesson, known []uint32) []lesson {
	number := make(map[uint32]uint32, len(known))
	for i, f := range known {
		number[f] = uint32(i)
	}
	all := slices.Clone(lessons)
	for i, l := range lessons {
		all[i].parts = make([][]uint32, len(l.parts))
		for j, p := range l.parts {
			for _, f := range p {
				if n, ok := number[f]; ok {
					all[i].parts[j] = append(all[i].parts[j], n)
				}
			}
		}
	}
	return all
}

// learner is a model in the making.
type learner struct {
	course
	weights, squares []float64
}

func (l *learner) scale(features []uint32) float64 {
	return math.Pow(float64(len(features)+1), -l.power)
}

func (l *learner) score(features []uint32) (sum float64) {
	for _, f := range features {
		sum += l.weights[f]
	}
	return sum * l.scale(features)
}

// learn moves the weights of a part: AdaGrad, with the loss of logistic regression.
func (l *learner) learn(features []uint32, loss float64) {
	loss *= l.scale(features)
	for _, f := range features {
		g := loss + l.decay*l.weights[f]
		l.squares[f] += g * g
		l.weights[f] -= l.rate * g / (math.Sqrt(l.squares[f]) + 1e-8)
	}
}

// hide puts harmless questions, and every fifth sample if it is one-way, behind a harmless
// question of the same language, as the description of one more option: what is asked
// excuses nothing.
func hide(samples []sample, random *rand.Rand) (all []sample) {
	harmless := map[string][]Question{}
	for _, s := range samples {
		if !s.oneWay() {
			harmless[s.Language] = append(harmless[s.Language], s.Question)
		}
	}
	for i, s := range samples {
		behind := harmless[s.Language]
		if s.oneWay() && i%5 != 0 || len(behind) == 0 || s.Question.Text == "" {
			continue
		}
		q := behind[random.IntN(len(behind))]
		q.Options = append(slices.Clip(q.Options), Option{Description: s.Question.Text})
		s.Question = q
		all = append(all, s)
	}
	return all
}

// question learns a lesson. A one-way question has at least one part that is one-way, and
// nobody says which: what is learnt is shared out by how the parts look so far. Of a
// harmless one every part is harmless.
func (l *learner) question(s lesson) {
	scores, most, all := make([]float64, len(s.parts)), math.Inf(-1), 0.0
	for i, p := range s.parts {
		scores[i] = l.score(p)
		most = max(most, scores[i])
	}
	for _, x := range scores {
		all += math.Exp(x - most)
	}
	for i, p := range s.parts {
		share := math.Exp(scores[i]-most) / all
		if s.oneWay() {
			l.learn(p, -s.weight*share/(1+math.Exp(most)))
		} else {
			l.learn(p, s.weight*max(share, 0.5)/(1+math.Exp(-scores[i])))
		}
	}
}

// table returns the model in bytes.
func (l *learner) table(known []uint32, classes []int) table {
	ends, entries := make([]byte, 2*blocks), make([]byte, 0, entry*len(known))
	next := 0
	for block := range blocks {
		for ; next < len(known) && int(known[next]/keys) == block; next++ {
			w := byte(int8(max(-127, min(127, math.Round(l.weights[next]/l.unit)))))
			entries = append(entries, byte(known[next]%keys>>4), byte(known[next]%keys<<4)|byte(classes[next]), w)
		}
		binary.BigEndian.PutUint16(ends[2*block:], uint16(next))
	}
	return table(append(ends, entries...))
}

// classes is, for each weight, the class in whose samples it has the greatest share.
func (l *learner) classes(samples []lesson) []int {
	var counts [len(classes)][]float64
	var totals [len(classes)]float64
	for i := range counts {
		counts[i] = make([]float64, len(l.weights))
	}
	for _, s := range samples {
		class := slices.Index(classes[:], s.Class)
		if class < 0 {
			continue
		}
		totals[class]++
		for _, f := range slices.MaxFunc(s.parts, func(x, y []uint32) int { return cmp.Compare(l.score(x), l.score(y)) }) {
			counts[class][f]++
		}
	}
	best := make([]int, len(l.weights))
	for f := range best {
		most := 0.0
		for class := range counts {
			if share := counts[class][f] / (totals[class] + 20); share > most {
				best[f], most = class, share
			}
		}
	}
	return best
}

// beginnings returns the table of the beginnings of words that have a concept.
func beginnings(t testing.TB) string {
	text := musttest.Read(t, filepath.Join("testdata", "concepts.txt"))
	numbers, of := map[string]uint16{}, map[uint32]uint16{}
	for line := range strings.Lines(string(text)) {
		name, words, _ := strings.Cut(line, ":")
		if line[0] == '#' {
			continue
		}
		if numbers[name] == 0 {
			numbers[name] = uint16(len(numbers) + 1)
		}
		for word := range strings.FieldsSeq(fold(words).text) {
			of[uint32(start('b').add(word))] = numbers[name]
		}
	}
	var table []byte
	for _, h := range slices.Sorted(maps.Keys(of)) {
		table = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint32(table, h), of[h])
	}
	return string(table)
}

// words returns the table of the words that are known in each language: those that are common,
// and all that the samples hold.
func words(t testing.TB, samples []sample) string {
	known, stemsOf := map[string]map[uint32]bool{}, map[string]map[string]bool{}
	add := func(language, word string) {
		known[language][wordHash(word)] = true
		if len(word) > stem {
			stemsOf[language][word[:stem]] = true
		}
	}
	for _, language := range languages {
		stemsOf[language] = map[string]bool{}
		text := musttest.Read(t, filepath.Join("testdata", "words", language+".txt"))
		known[language] = map[uint32]bool{}
		for word := range strings.FieldsSeq(string(text)) {
			add(language, word)
		}
	}
	for _, s := range samples {
		for _, p := range s.Question.parts() {
			for _, word := range tokens(fold(p.text).text) {
				if known[s.Language] != nil && len(word.text) > 2 && !word.code {
					add(s.Language, word.text)
				}
			}
		}
	}
	for _, language := range languages {
		for word := range stemsOf[language] {
			known[language][wordHash(word+"*")] = true
		}
	}
	var table []byte
	for _, language := range languages {
		hashes := slices.Sorted(maps.Keys(known[language]))
		table = binary.BigEndian.AppendUint32(table, uint32(len(hashes)))
		for _, h := range hashes {
			table = append(table, byte(h>>16), byte(h>>8), byte(h))
		}
	}
	return string(table)
}
