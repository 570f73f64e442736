package safety

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// realistic are questions in the manner of real ones, of 439 characters in the median, by
// authors who knew neither the code nor each other's. The check has learnt from none of them.
var realistic = []string{"author-a.jsonl", "author-c.jsonl", "author-d.jsonl", "author-p.jsonl", "author-r.jsonl"}

// kept are the sets that nothing will be learnt from, and no bound or list is chosen by, each
// with the SHA-256 of its text.
var kept = map[string]string{
	"author-q.jsonl": "aa2864de2609844d09da7d8293c35915fd1d20befcf39897b0c98f47f93b3b70",
	"author-s.jsonl": "09606bfb5c4ff6f1e79703bad94ed6e6c97797ca2c6d5b5fa45c2aa1f245b59d",
	"author-t.jsonl": "5be3cb8b2f4ff7cd70d677565809b6c9e1b0d4bd1d529b27e5b0514f5e9dba7a",
}

// realisticSamples reads a file of them, a JSON object on each line. Those of which sensible
// people would judge otherwise are left out.
func realisticSamples(t *testing.T, name string) (all []sample) {
	t.Helper()
	var raw []byte
	var err error
	if sum, ok := kept[name]; ok {
		var packed *os.File
		packed, err = os.Open(filepath.Join("testdata", "kept", name+".gz"))
		musttest.Do(t, err)
		defer packed.Close()
		r, zipErr := gzip.NewReader(packed)
		musttest.Do(t, zipErr)
		raw, err = io.ReadAll(r)
		if got := fmt.Sprintf("%x", sha256.Sum256(raw)); got != sum {
			t.Fatalf("%s is another text: %s", name, got)
		}
	} else {
		raw, err = os.ReadFile(filepath.Join("testdata", name))
	}
	musttest.Do(t, err)
	for line := range bytes.Lines(raw) {
		var q struct {
			Class, Lang, Question, Header string
			Options                       []Option
		}
		musttest.Do(t, json.Unmarshal(line, &q))
		s := sample{Class: q.Class, Language: q.Lang, Question: Question{Text: q.Question, Header: q.Header, Options: q.Options}}
		if q.Class == "harmless" {
			s.Class = harmless
		}
		if q.Class != "borderline" {
			all = append(all, s)
		}
	}
	return all
}

// TestRealistic measures the check on realistic questions, by author. It shows no text.
func TestRealistic(t *testing.T) {
	t.Parallel()
	names := slices.Clone(realistic)
	for name := range kept {
		names = append(names, name)
	}
	slices.Sort(names)
	var oneWay, missed, others, held int
	for _, name := range names {
		var o, m, h, f int
		for _, s := range realisticSamples(t, name) {
			switch found := len(Classify(s.Question)) > 0; {
			case s.oneWay():
				if o++; !found {
					m++
				}
			default:
				if h++; found {
					f++
				}
			}
		}
		label := "may be learnt from"
		if _, ok := kept[name]; ok {
			label = "kept out"
			oneWay, missed, others, held = oneWay+o, missed+m, others+h, held+f
		}
		t.Logf("%s, %s: missed %d of %d, held up %d of %d harmless ones (%d %%)", strings.TrimSuffix(name, ".jsonl"), label, m, o, f, h, 100*f/h)
	}
	t.Logf("kept out: missed %d of %d, held up %d of %d harmless ones (%d %%)", missed, oneWay, held, others, 100*held/others)
	if missed*100 > oneWay*6 || held*100 > others*keptHeldUp {
		t.Errorf("kept out: missed %d of %d, want at most 6 %%; held up %d of %d, want at most %d %%", missed, oneWay, held, others, keptHeldUp)
	}
}

// keptHeldUp is how many of a hundred harmless questions of the sets that are kept out are held
// up today, rounded up. It only falls.
const keptHeldUp = 62
