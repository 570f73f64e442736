package safety

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// corpora are the names of the files. The first was written to be learnt from, and so were
// the last two; each of the others was labelled before any classifier had seen it.
var corpora = []string{"corpus.tsv", "heldout1.tsv", "heldout2.tsv", "heldout3.tsv", "heldout4.tsv", "heldout5.tsv", "heldout6.tsv",
	"heldout7.tsv", "heldout8.tsv", "heldout9.tsv", "blind1.tsv", "blind2.tsv", "harmless.tsv", "oneway.tsv"}

// harmless is the class of questions that are not one-way.
const harmless = "benign"

// sample is one labelled question.
type sample struct {
	Class    string // one of classes, or harmless
	Language string
	Question Question
	Line     string // file and line
	Real     bool   // it is in the manner of real ones
}

// OneWay reports whether a sample is labelled as one-way.
func (s sample) oneWay() bool { return s.Class != harmless }

// readCorpus reads a file of testdata. Its columns are class, language, header, question, options as
// "label::description ;; label", chosen label and preview; \uXXXX stands for a character.
func readCorpus(name string) (all []sample, err error) {
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(string(raw), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		s := sample{Line: fmt.Sprintf("%s:%d", name, n+1)}
		columns := append(strings.Split(line, "\t"), "", "", "")
		if len(columns) < 7 {
			return nil, fmt.Errorf("%s: %d columns", s.Line, len(columns)-3)
		}
		for i, c := range columns {
			if columns[i], err = unescape(c); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", s.Line, c, err)
			}
		}
		s.Class, s.Language, s.Question.Header, s.Question.Text = columns[0], columns[1], columns[2], columns[3]
		for option := range strings.SplitSeq(columns[4], ";;") {
			label, description, _ := strings.Cut(option, "::")
			if label = strings.TrimSpace(label); label != "" {
				s.Question.Options = append(s.Question.Options, Option{Label: label, Description: strings.TrimSpace(description)})
			}
		}
		if columns[5] != "" {
			s.Question.Chosen = []string{columns[5]}
		}
		if columns[6] != "" {
			s.Question.More = []Text{{Name: "preview", Of: s.Question.Options[0].Label, Text: columns[6]}}
		}
		all = append(all, s)
	}
	return all, nil
}

// unescape replaces \u0000 and \U00000000 by the character.
func unescape(s string) (string, error) {
	if !strings.Contains(s, `\u`) && !strings.Contains(s, `\U`) {
		return s, nil
	}
	return strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
}

// perOrder is with how many of its objects an order is learnt.
const perOrder = 8

// phrases returns short orders, each with some of what it may be about, as the label or the
// description of an option.
func phrases(t testing.TB) (all []sample) {
	t.Helper()
	raw := musttest.Read(t, filepath.Join("testdata", "phrases.tsv"))
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
