package question

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

// every is a source of rules that files nothing.
type every struct {
	Preferences
}

func (e every) Settings() Preferences { return e.Preferences }
func (e every) For(Call, Question, Identity) []Rule {
	return e.Rules
}

// TestCompiledFindsEveryRule compares decisions by compiled rules with decisions by all
// the rules.
func TestCompiledFindsEveryRule(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	texts := []string{"Run the 3 tests?", "run the 4 TESTS?", "Color?", "Color? <qid:a>", "Delete all data?", "Size?"}
	decided := 0
	for range 300 {
		var list []string
		for range r.IntN(12) {
			match := map[string]string{}
			for range 1 + r.IntN(2) {
				switch field := pick("marker", "exact", "text", "header", "options", "pattern", "source", "tool"); field {
				case "marker":
					match[field] = `"a"`
				case "exact", "text":
					match[field] = `"` + pick(texts...) + `"`
				case "header":
					match[field] = pick(`"A"`, `"b"`)
				case "options":
					match[field] = pick(`["x","y"]`, `["Y","X"]`, `["x"]`)
				case "pattern":
					match[field] = pick(`"tests"`, `"^C"`)
				case "source":
					match[field] = pick(`"review"`, `"ship"`)
				case "tool":
					match[field] = pick(`"native"`, `"srv"`)
				}
			}
			var fields []string
			for k, v := range match {
				fields = append(fields, fmt.Sprintf("%q:%s", k, v))
			}
			rule := `"match":{` + strings.Join(fields, ",") + `},` +
				pick(`"mode":"always-ask"`, `"mode":"never-ask","answer":"x"`, `"mode":"never-ask","answer":"y"`, `"mode":"prefer","answer":"x"`)
			if r.IntN(3) == 0 {
				rule += `,"project":"` + pick("/p", "/q") + `"`
			}
			list = append(list, rule)
		}
		preferences := rules(list...)
		if r.IntN(3) == 0 {
			preferences = "\ufeff" + preferences
		}
		at := situation()
		p, problems, err := ParsePreferences([]byte(preferences))
		if err != nil || len(problems) > 0 {
			t.Fatal(preferences, problems, err)
		}
		compiled := compileRules(t, preferences)
		for _, text := range texts {
			c := parseCall(t, pick(Tool, "mcp__srv__AskUserQuestion"), ask(text+"|"+pick("A", "B")+"|x|y"))
			want := Decide(c, every{p}, at, nil)
			got := Decide(c, compiled, at, nil)
			few, err := CompileFor(preferences, c)
			musttest.Do(t, err)
			if of := Decide(c, few, at, nil); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(of, want) {
				t.Fatalf("%s\n%s: got %+v, and by those for the call %+v, want %+v", preferences, text, got, of, want)
			}
			if got.Choices[0].Rule != "" {
				decided++
			}
		}
	}
	if decided < 200 {
		t.Errorf("only %d questions met a rule", decided)
	}
}

// TestCompileForKnowsOtherIDs: a rule whose id another one has does nothing, also where that is
// about other questions; one that is broken has no id.
func TestCompileForKnowsOtherIDs(t *testing.T) {
	c := parseCall(t, Tool, ask("Color?|A|x|y"))
	const mine = `{"id":"r","match":{"header":"A"},"mode":"always-ask"}`
	for first, want := range map[string]int{
		`{"id":"r","match":{"header":"B"},"mode":"always-ask"}`:  0,
		`{"id":"r","match":{"header":"B"},"mode":"what"}`:        1,
		`{"id":"r","match":{"pattern":"("},"mode":"always-ask"}`: 1,
		`{"id":"s","match":{"header":"B"},"mode":"always-ask"}`:  1,
		`{"match":{"header":"B"},"mode":"always-ask"}`:           1,
	} {
		preferences := []byte(`{"version":1,"rules":[` + first + `,` + mine + `]}`)
		few, err := CompileFor(string(preferences), c)
		musttest.Do(t, err)
		all, _, err := ParsePreferences(preferences)
		musttest.Do(t, err)
		holds := 0
		for _, r := range all.Rules {
			if r.Match.Header == "A" {
				holds++
			}
		}
		if len(few.rules) != want || holds != want {
			t.Errorf("%s: %d rules, and %d of all", first, len(few.rules), holds)
		}
	}
}
