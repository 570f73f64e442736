package question

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var blindSet = flag.String("oneway.set", "", "files, separated by commas, with a labelled call on each line")

// TestBlindSet prints what the safety check makes of calls that somebody else labelled.
// It shows none of them, so that a set can be measured again. Each line is an object:
//
//	{"label": "one-way" or "harmless", "lang": "pl", "hidden": "description", "call": {"questions": […]}}
func TestBlindSet(t *testing.T) {
	if *blindSet == "" {
		t.Skip("no -oneway.set")
	}
	type count struct{ oneWay, missed, harmless, asked int }
	counts := map[string]count{}
	for name := range strings.SplitSeq(*blindSet, ",") {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(raw))
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			var line struct {
				Label, Lang, Hidden string
				Call                json.RawMessage
			}
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil || line.Label != "one-way" && line.Label != "harmless" {
				t.Fatalf("%s:%d: label %q: %v", name, n, line.Label, err)
			}
			asked := 0
			for _, c := range Undecided(parseCall(t, Tool, string(line.Call))).Choices {
				asked = max(asked, min(1, len(c.OneWay)))
			}
			for _, key := range []string{"all", "language " + line.Lang, "hidden in " + line.Hidden} {
				c := counts[key]
				if line.Label == "one-way" {
					c.oneWay, c.missed = c.oneWay+1, c.missed+1-asked
				} else {
					c.harmless, c.asked = c.harmless+1, c.asked+asked
				}
				counts[key] = c
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		c := counts[key]
		fmt.Printf("%-24s missed %4d of %4d (%5.1f %%), asked needlessly %4d of %4d (%5.1f %%)\n", key,
			c.missed, c.oneWay, 100*float64(c.missed)/float64(max(1, c.oneWay)), c.asked, c.harmless, 100*float64(c.asked)/float64(max(1, c.harmless)))
	}
}
