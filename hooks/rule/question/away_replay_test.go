package question

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// TestAwayReplay has questions by authors whose texts the check has not learnt from asked of somebody
// who is away and has no rules: how many are answered, how often otherwise than the author would, and
// how many that cannot be undone. Those of one author, whose danger stands in the description of one
// option alone, and short ones, of which no author said what they would choose, count by themselves.
func TestAwayReplay(t *testing.T) {
	t.Parallel()
	type count struct{ asked, answered, otherwise int }
	total := map[string]*count{}
	files, err := filepath.Glob("../safety/testdata/kept/*.jsonl.gz")
	musttest.Do(t, err)
	for _, name := range files {
		packed, err := os.Open(name)
		musttest.Do(t, err)
		defer packed.Close()
		r, err := gzip.NewReader(packed)
		musttest.Do(t, err)
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var q struct {
				Class string
				Pick  any // a label, or its place
			}
			musttest.Do(t, json.Unmarshal(lines.Bytes(), &q))
			c := parseCall(t, Tool, `{"questions":[`+strippedOfAuthor(t, lines.Bytes())+`]}`)
			at := situation()
			at.Away = func() bool { return true }
			d := Decide(c, compileRules(t, `{"version": 1}`), at, nil)
			for _, kind := range []string{"author-z", "short"} {
				if strings.Contains(name, kind) {
					q.Class = kind + " " + q.Class
				}
			}
			if at, ok := q.Pick.(float64); ok {
				q.Pick = c.Questions[0].Options[int(at)].Label
			}
			n := total[q.Class]
			if n == nil {
				n = &count{}
				total[q.Class] = n
			}
			n.asked++
			if d.Outcome == OutcomeAnswer {
				n.answered++
				if q.Pick != nil && d.Choices[0].Answer(c.Questions[0]) != q.Pick {
					n.otherwise++
				}
			}
		}
		musttest.Do(t, lines.Err())
	}
	all := count{}
	for _, class := range slices.Sorted(maps.Keys(total)) {
		n := total[class]
		all.asked, all.answered, all.otherwise = all.asked+n.asked, all.answered+n.answered, all.otherwise+n.otherwise
		t.Logf("%s: %d of %d answered, %d otherwise than the author would", class, n.answered, n.asked, n.otherwise)
	}
	if len(files) < 3 || all.answered == 0 {
		t.Errorf("%d sets, %d answered", len(files), all.answered)
	}
	for class, most := range map[string]int{"oneway": 0, "short oneway": 1, "author-z oneway": 1} {
		if n := total[class]; n.answered > most {
			t.Errorf("%s: %d of %d that cannot be undone are answered, want %d", class, n.answered, n.asked, most)
		}
	}
}

// strippedOfAuthor returns a question as Claude Code asks it, of an author's line.
func strippedOfAuthor(t *testing.T, line []byte) string {
	t.Helper()
	var q struct {
		Question    string            `json:"question"`
		Header      string            `json:"header"`
		MultiSelect bool              `json:"multiSelect"`
		Options     []json.RawMessage `json:"options"`
	}
	musttest.Do(t, json.Unmarshal(line, &q))
	stripped, err := json.Marshal(q)
	musttest.Do(t, err)
	return string(stripped)
}
