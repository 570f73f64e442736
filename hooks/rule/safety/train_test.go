package safety

import (
	"encoding/binary"
	"flag"
	"fmt"
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

// The figures of the training, chosen by what -cross says.
const (
	epochs = 12
	rounds = 4 // each in another order, of which the mean is taken
	rate   = 0.1
	decay  = 1e-5
	power  = 0.3 // of the number of features of a sentence, that its sum is divided by
)

var (
	update = flag.Bool("update", false, "compute the tables from the texts in testdata")
	cross  = flag.Bool("cross", false, "measure models on questions that they were not trained with")
)

// TestTables: the tables are those that the texts in testdata make. It sets one that
// all tests read, and so runs before those that are parallel.
func TestTables(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round otherwise")
	}
	table := beginnings(t)
	concepts = table
	for name, want := range map[string]string{"concepts.bin": table, "weights.bin": string(train(prepare(append(allSamples(t), phrases(t)...)))), "vocabulary.bin": words(t, allSamples(t))} {
		if *update {
			musttest.Do(t, os.WriteFile(name, []byte(want), 0o644))
		} else if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s is not what the texts make; go generate ./hooks/rule/safety (%v)", name, err)
		}
	}
}

// perOrder is with how many of its objects an order is learnt.
const perOrder = 8

// phrases are short orders, each with some of what it may be about, as the label or the
// description of an option.
func phrases(t testing.TB) (all []sample) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "phrases.tsv"))
	musttest.Do(t, err)
	random := rand.New(rand.NewPCG(3, 4))
	for line := range strings.Lines(string(raw)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if line[0] == '#' || len(columns) != 4 {
			continue
		}
		objects := strings.Split(columns[3], ";")
		for order := range strings.SplitSeq(columns[2], ";") {
			random.Shuffle(len(objects), func(i, j int) { objects[i], objects[j] = objects[j], objects[i] })
			some := objects
			if order != "$" {
				some = objects[:min(perOrder, len(objects))]
			}
			for _, object := range some {
				phrase := strings.Replace(order, "$", object, 1)
				o := Option{Label: phrase}
				if random.IntN(3) == 0 {
					o = Option{Description: phrase}
				}
				all = append(all, sample{Class: columns[0], Language: columns[1], Question: Question{Options: []Option{o}}})
			}
		}
	}
	return all
}

// lesson is a sample with the features of everything in it that is judged: of each
// sentence by itself, or behind each sentence of the question itself.
type lesson struct {
	sample
	parts [][]uint32
}

func prepare(samples []sample) (all []lesson) {
	for _, s := range samples {
		l := lesson{sample: s}
		var asked [][]uint32
		for _, p := range s.Question.parts() {
			prose := examine(p.text, p.at, func(string, string) {})
			for _, s := range sentences(prose) {
				var own, around []uint32
				features(s, p.at, func(_, _ int, b uint32) { own = append(own, b) })
				if p.at == question {
					context(s, func(_, _ int, b uint32) { around = append(around, b) })
					asked = append(asked, around)
				}
				if p.at == question || len(asked) == 0 {
					l.parts = append(l.parts, own)
					continue
				}
				for _, c := range asked {
					l.parts = append(l.parts, slices.Concat(own, c))
				}
			}
		}
		all = append(all, l)
	}
	return all
}

// learner is a model in the making.
type learner struct{ weights, squares []float64 }

func scale(features []uint32) float64 { return math.Pow(float64(len(features)), -power) }

func (l *learner) score(features []uint32) (sum float64) {
	for _, b := range features {
		sum += l.weights[b]
	}
	return sum * scale(features)
}

// learn moves the weights of a part: AdaGrad, with the loss of logistic regression.
func (l *learner) learn(features []uint32, loss float64) {
	loss *= scale(features)
	for _, b := range features {
		g := loss + decay*l.weights[b]
		l.squares[b] += g * g
		l.weights[b] -= rate * g / (math.Sqrt(l.squares[b]) + 1e-8)
	}
}

// train fits a model to samples. A one-way question has at least one part that is
// one-way, and nobody says which: what is learnt is shared out by how the parts look so
// far. Of a harmless one every part is harmless.
func train(samples []lesson) model {
	exact := model(strings.Repeat("\x80", buckets*3/2)) // holds nothing against words
	samples = slices.DeleteFunc(slices.Clone(samples), func(s lesson) bool {
		return len(s.parts) == 0 || s.oneWay() && slices.ContainsFunc(exact.classify(s.Question, strict), func(f Finding) bool {
			return f.Class != Unreadable // and not by its words
		})
	})
	sums := make([]float64, buckets)
	var all []lesson
	for round := range rounds {
		l := learner{make([]float64, buckets), make([]float64, buckets)}
		random := rand.New(rand.NewPCG(1, uint64(round)+2))
		all = append(slices.Clip(samples), hide(samples, random)...)
		for epoch := range epochs {
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, s := range all {
				l.question(s)
			}
			for b, w := range l.weights {
				if epoch >= epochs/2 {
					sums[b] += w
				}
			}
		}
	}
	l := learner{weights: sums}
	return l.quantised(all)
}

// hide puts harmless questions, and every fifth sample if it is one-way, behind a harmless
// question of the same language, as the description of one more option: what is asked
// excuses nothing.
func hide(samples []lesson, random *rand.Rand) []lesson {
	harmless := map[string][]Question{}
	for _, s := range samples {
		if !s.oneWay() {
			harmless[s.Language] = append(harmless[s.Language], s.Question)
		}
	}
	var all []sample
	for i, s := range samples {
		behind := harmless[s.Language]
		if s.oneWay() && i%5 != 0 || len(behind) == 0 || s.Question.Text == "" {
			continue
		}
		q := behind[random.IntN(len(behind))]
		q.Options = append(slices.Clip(q.Options), Option{Description: s.Question.Text})
		s.Question = q
		all = append(all, s.sample)
	}
	return prepare(all)
}

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
			l.learn(p, -share/(1+math.Exp(most)))
		} else {
			l.learn(p, max(share, 0.5)/(1+math.Exp(-scores[i])))
		}
	}
}

// quantised is the model in bytes. What is cut off is not missed: half a thousandth of
// the weights are greater than the greatest that is told.
func (l *learner) quantised(samples []lesson) model {
	var sizes []float64
	for _, w := range l.weights {
		if w != 0 {
			sizes = append(sizes, math.Abs(w))
		}
	}
	slices.Sort(sizes)
	unit := sizes[len(sizes)-1-len(sizes)/2000] / 127
	table := make([]byte, buckets*3/2)
	for b, w := range l.weights {
		table[b] = byte(int8(max(-127, min(127, math.Round(w/unit)))))
	}
	for b, class := range l.classes(samples) {
		table[buckets+b/2] |= byte(class << (b % 2 * 4))
	}
	return model(table)
}

// classes is, for each weight, the class in whose samples it has the greatest share.
func (l *learner) classes(samples []lesson) []int {
	var counts [len(classes)][]float64
	var totals [len(classes)]float64
	for i := range counts {
		counts[i] = make([]float64, buckets)
	}
	for _, s := range samples {
		class := slices.Index(classes[:], s.Class)
		if class < 0 {
			continue
		}
		totals[class]++
		for _, b := range slices.MaxFunc(s.parts, func(x, y []uint32) int { return int(math.Copysign(1, l.score(x)-l.score(y))) }) {
			counts[class][b]++
		}
	}
	best := make([]int, buckets)
	for b := range best {
		most := 0.0
		for class := range counts {
			if share := counts[class][b] / (totals[class] + 20); share > most {
				best[b], most = class, share
			}
		}
	}
	return best
}

// beginnings is the table of the beginnings of words that have a concept.
func beginnings(t testing.TB) string {
	text, err := os.ReadFile(filepath.Join("testdata", "concepts.txt"))
	musttest.Do(t, err)
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

// words is the table of the words that are known in each language: those that are common,
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
		text, err := os.ReadFile(filepath.Join("testdata", "words", language+".txt"))
		musttest.Do(t, err)
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
			table = binary.BigEndian.AppendUint32(table, h)
		}
	}
	return string(table)
}

func samplesOf(lessons []lesson) (all []sample) {
	for _, l := range lessons {
		all = append(all, l.sample)
	}
	return all
}

// TestCrossValidation measures each group of samples with a model of all the others: the
// files that were labelled before any classifier had seen them, and fifths of those that
// were written to be learnt from. It replaces a table that all tests read, and so runs
// before those that are parallel.
func TestCrossValidation(t *testing.T) {
	names := slices.Clone(corpora[1 : len(corpora)-2])
	files := len(names)
	var groups [][]lesson
	for _, name := range names {
		groups = append(groups, prepare(allSamples(t, name)))
	}
	for i, l := range prepare(allSamples(t, corpora[len(corpora)-2:]...)) {
		if i < 5 {
			groups, names = append(groups, nil), append(names, fmt.Sprintf("fifth %d", i+1))
		}
		groups[files+i%5] = append(groups[files+i%5], l)
	}
	base := prepare(append(allSamples(t, corpora[0]), phrases(t)...))
	var heldOut, own figures
	defer func(all string) { vocabulary = all }(vocabulary)
	for i, group := range groups {
		if i > 0 && !*cross {
			break // the others take as long
		}
		others := slices.Concat(base, slices.Concat(groups[:i]...), slices.Concat(groups[i+1:]...))
		vocabulary = words(t, samplesOf(others))
		f := train(others).count(samplesOf(group))
		t.Logf("%-14s %v", names[i], f)
		if i < files {
			heldOut.add(f)
		} else {
			own.add(f)
		}
	}
	t.Logf("%-14s %v", "files", heldOut)
	t.Logf("%-14s %v", "fifths", own)
	for _, f := range []figures{heldOut, own} {
		if f.missed*10 > f.oneWay || f.alarms*7 > f.harmless {
			t.Errorf("%v: want at most 10 %% missed and 15 %% asked needlessly", f)
		}
	}
}
