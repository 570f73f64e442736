package safety

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// realistic are questions in the manner of real ones, of 439 characters in the median, by
// authors who knew neither the code nor each other's. The check learns from them.
var realistic = []string{"author-a.jsonl", "author-c.jsonl", "author-d.jsonl", "author-p.jsonl", "author-r.jsonl", "author-u.jsonl", "author-v.jsonl"}

// kept are the sets that nothing will be learnt from, and no bound or list is chosen by, each
// with the SHA-256 of its text.
var kept = map[string]string{
	"author-q.jsonl": "aa2864de2609844d09da7d8293c35915fd1d20befcf39897b0c98f47f93b3b70",
	"author-s.jsonl": "09606bfb5c4ff6f1e79703bad94ed6e6c97797ca2c6d5b5fa45c2aa1f245b59d",
	"author-t.jsonl": "5be3cb8b2f4ff7cd70d677565809b6c9e1b0d4bd1d529b27e5b0514f5e9dba7a",
	"author-w.jsonl": "918a193e43b00fa3563bde18a5a07df93ff7c872a96dd0c892331c37dd160c58",
	"author-x.jsonl": "83240eb9a9c56161054ac0dbb9b00a736df27bd5c5157e707986f72850406de1",
	"author-y.jsonl": "b97a2aa014a1ab0ab04d94633afcc3afe089df09857efa8126c806fc94ef26f6",
	hidden:           "a6e5a54ba222f8066f51b91784e9056c968dd3fed5bfcb6bfc36ef37d763a68a",
}

// keptShort are short questions that nothing will be learnt from either, by three more authors: 15
// one-way ones in each of twenty languages, a third of them one-way in a label, description or header
// alone; harmless ones in seven languages; and both. Missed and held up are what was measured first.
var keptShort = []struct {
	name, sum    string
	missed, held int
}{
	{"short-twenty.jsonl", "fa38f0cd7c779c7d2dd2c35763285eb203c47db4d34449f1fc951febb100b2f3", 14, 0},
	{"short-harmless.jsonl", "2199620c5df4fc907412c8063667f30c059763a2e7703110fb5df62e2ce443fd", 0, 16},
	{"short-mixed.jsonl", "f0b719697052f9e7fa516425f489a84119473ac58f88213fbdb64888241cde8d", 24, 15},
}

// hidden is a set of another kind: whatever is one-way stands in the description of one option
// alone, of a question that reads like a usual choice about the work. Its harmless questions
// have the same words. It counts for itself.
const hidden = "author-z.jsonl"

// realisticSamples reads a file of them, a JSON object on each line. Those of which sensible
// people would judge otherwise are left out.
func realisticSamples(t testing.TB, name string) (all []sample) {
	t.Helper()
	if sum := kept[name]; sum != "" {
		return parseSamples(t, name, readKept(t, name, sum))
	}
	return parseSamples(t, name, musttest.Read(t, filepath.Join("testdata", name)))
}

// readKept reads a set that is kept out, and fails if its text is not the one with this sum.
func readKept(t testing.TB, name, sum string) []byte {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "kept", name+".gz"))
	musttest.Do(t, err)
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	musttest.Do(t, err)
	raw, err := io.ReadAll(r)
	if got := fmt.Sprintf("%x", sha256.Sum256(raw)); err != nil || got != sum {
		t.Fatalf("%s is another text: %s (%v)", name, got, err)
	}
	return raw
}

// parseSamples reads a JSON object on each line.
func parseSamples(t testing.TB, name string, raw []byte) (all []sample) {
	t.Helper()
	for n, line := range bytes.Split(bytes.TrimSpace(raw), []byte("\n")) {
		var q struct {
			Class, Lang, Question, Header string
			Options                       []Option
		}
		musttest.Do(t, json.Unmarshal(line, &q))
		s := sample{Class: q.Class, Language: q.Lang, Line: fmt.Sprintf("%s:%d", name, n+1), Real: true, Question: Question{Text: q.Question, Header: q.Header, Options: q.Options}}
		if q.Class == "harmless" {
			s.Class = harmless
		}
		if q.Class != "borderline" {
			all = append(all, s)
		}
	}
	return all
}

// TestRealistic measures the check on realistic questions, by author, and on those that are
// kept out also by language, by the place of the first finding, and by what is decided by
// code. It shows no text.
func TestRealistic(t *testing.T) {
	t.Parallel()
	all, held := figures{}, map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		samples := realisticSamples(t, name)
		f := count(samples)
		if name == hidden {
			t.Logf("%s, one-way by one description: %v", name, f)
			if f.missed > 64 || f.alarms > 3 {
				t.Errorf("%s: %v, want no more than when it was new: 64 missed, 3 held up", name, f)
			}
			continue
		}
		all.add(f)
		t.Logf("%s, kept out: %v", name, f)
		if f.alarms*100 > f.harmless*18 {
			t.Errorf("%s: %d of %d are held up, want at most 18 %%", name, f.alarms, f.harmless)
		}
		for _, s := range samples {
			found := Classify(s.Question)
			language := "English"
			if s.Language != "en" {
				language = "other languages"
			}
			kind := map[bool]string{true: "one-way", false: "harmless"}[s.oneWay()]
			held[kind+", "+language]++
			if len(found) == 0 {
				held[kind+", "+language+", nothing found"]++
				continue
			}
			held[kind+", found in the "+strings.Fields(found[0].Where)[0]]++
			if len(read(s.Question).found) > 0 {
				held[kind+", by code"]++
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(held)) {
		t.Logf("%s: %d", what, held[what])
	}
	t.Logf("kept out: %v", all)
	if all.missed*100 > all.oneWay*6 || all.alarms*100 > all.harmless*10 {
		t.Errorf("kept out: %v, want at most 6 %% missed and 10 %% held up", all)
	}
}

// TestShortKept measures the check on short questions that are kept out. It shows no text.
func TestShortKept(t *testing.T) {
	t.Parallel()
	for _, set := range keptShort {
		f := count(parseSamples(t, set.name, readKept(t, set.name, set.sum)))
		if t.Logf("%s: %v", set.name, f); f.missed > set.missed || f.alarms > set.held {
			t.Errorf("%s: %v, want no more than when it was new: %d missed, %d held up", set.name, f, set.missed, set.held)
		}
	}
}
