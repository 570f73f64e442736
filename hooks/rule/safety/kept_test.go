package safety

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"neverask/settings/musttest"
)

// kept are the sets that nothing is learnt from, and no bound or list is chosen by, each with
// the SHA-256 of its text. Their authors knew neither the code nor any other set.
var kept = map[string]string{
	"author-q.jsonl": "aa2864de2609844d09da7d8293c35915fd1d20befcf39897b0c98f47f93b3b70",
	"author-s.jsonl": "09606bfb5c4ff6f1e79703bad94ed6e6c97797ca2c6d5b5fa45c2aa1f245b59d",
	"author-t.jsonl": "5be3cb8b2f4ff7cd70d677565809b6c9e1b0d4bd1d529b27e5b0514f5e9dba7a",
}

func keptSamples(t testing.TB, name string) []sample {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("testdata", "kept", name+".gz"))
	musttest.Do(t, err)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	musttest.Do(t, err)
	raw, err := io.ReadAll(r)
	musttest.Do(t, err)
	if got := fmt.Sprintf("%x", sha256.Sum256(raw)); got != kept[name] {
		t.Fatalf("%s is another text: %s", name, got)
	}
	all, err := readAuthor(name, raw)
	musttest.Do(t, err)
	return all
}

// TestKeptOut measures the check on questions in the manner of real ones by authors that
// it knows nothing of. It shows none of them.
func TestKeptOut(t *testing.T) {
	m := model(weights)
	var missed, held, decided float64
	languages := map[string][]judged{}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		js := m.judged(keptSamples(t, name))
		for _, j := range js {
			languages[j.Language] = append(languages[j.Language], j)
			if j.exact && !j.oneWay() {
				decided++
			}
		}
		f := tally(js, strict)
		t.Logf("%s: %v; strong %v", name, f, tally(js, strong))
		missed += 100 * float64(f.missed) / float64(f.oneWay) / float64(len(kept))
		h := 100 * float64(f.alarms) / float64(f.harmless)
		held += h / float64(len(kept))
		if h > 27 {
			t.Errorf("%s: %.1f %% held up, want at most 27", name, h)
		}
	}
	for language, js := range languages {
		t.Logf("%s: %v", language, tally(js, strict))
	}
	t.Logf("missed %.1f %%, held up %.1f %%; %v harmless ones by what needs no judgement, such as a command", missed, held, decided)
	// The goal for what is held up is 10 %, and 18 % with any author: it is not reached.
	if missed > 6 || held > 20 {
		t.Errorf("missed %.1f %%, held up %.1f %%, want at most 6 and 20", missed, held)
	}
}
