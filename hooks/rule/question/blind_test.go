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

	"neverask/settings/musttest"
)

var blindPairs = flag.String("oneway.pairs", "", "files, separated by commas, with a question that was seen and another one on each line")

// TestBlindPairs prints how many questions are answered by a rule that was made, by its
// wording, for another question, which the person has seen. It shows none of them. Each
// line is an object; of the kind "allow" the rule may answer what cannot be undone:
//
//	{"kind": "pair" or "allow", "lang": "pl", "seen": {"questions": […]}, "answer": "Yes", "then": {"questions": […]}}
func TestBlindPairs(t *testing.T) {
	if *blindPairs == "" {
		t.Skip("no -oneway.pairs")
	}
	type count struct{ all, again, matched, proposed, answered int }
	counts := map[string]count{}
	for name := range strings.SplitSeq(*blindPairs, ",") {
		raw, err := os.ReadFile(name)
		musttest.Do(t, err)
		for n, line := range slices.Collect(bytes.Lines(raw)) {
			var pair struct {
				Kind, Answer string
				Seen, Then   json.RawMessage
			}
			if err := json.Unmarshal(line, &pair); err != nil || pair.Kind != "pair" && pair.Kind != "allow" {
				t.Fatalf("%s:%d: kind %q: %v", name, n+1, pair.Kind, err)
			}
			was := parseCall(t, Tool, string(pair.Seen))
			r := Rule{ID: "r", Match: Match{Text: was.Questions[0].Text}, Mode: NeverAsk, Answer: ParseAnswer(pair.Answer)}
			if pair.Kind == "allow" {
				r.OneWay = OneWayAllow
			}
			at := situation()
			at.Past = r.Confirmed(was, at).Past
			c := counts[pair.Kind]
			c.all++
			if Decide(was, listed{r}, at, nil).Choices[0].Ruled == Answered {
				c.again++
			}
			then := parseCall(t, Tool, string(pair.Then))
			switch choice := Decide(then, listed{r}, at, nil).Choices[0]; {
			case choice.Ruled == Answered:
				c.answered++
			case choice.Ruled == Preferred:
				c.proposed++
			case choice.Rule != "":
				c.matched++
			}
			counts[pair.Kind] = c
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		c := counts[kind]
		fmt.Printf("%-5s of %d: the seen question is answered again in %d; the other one is answered in %d, proposed in %d, asked under the rule in %d\n",
			kind, c.all, c.again, c.answered, c.proposed, c.matched)
	}
}

// listed are rules in the order of a file, whatever the question.
type listed []Rule

func (l listed) Settings() Preferences { return Preferences{} }

func (l listed) For(c Call, q Question, id Identity) (matching []Rule) {
	for _, r := range l {
		if r.Match.mismatch(c, q, id) == "" {
			matching = append(matching, r)
		}
	}
	return matching
}

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
		musttest.Do(t, err)
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
