package question

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/must"
)

func TestIndex(t *testing.T) {
	for name, tt := range map[string]struct {
		preferences string
		want        Preferences
	}{
		"nothing":     {"", Preferences{Version: 1}},
		"no settings": {`{"version":1,"rules":[{"id":"r1","match":{"header":"h"},"mode":"always-ask"}]}`, Preferences{Version: 1}},
		"settings": {
			`{"version":1,"partial":"off","mcp":{"b":"deny","a":"answers"},"session":"spawned","rules":[{"id":"r1","match":{"header":"h"},"mode":"always-ask"}]}`,
			Preferences{Version: 1, Partial: "off", MCP: map[string]Policy{"b": PolicyDeny, "a": PolicyAnswers}, Session: Spawned},
		},
	} {
		l, _, err := Compile([]byte(tt.preferences))
		if err != nil {
			t.Fatal(name, err)
		}
		index := l.Index()
		again, err := OpenLookup(index, []byte(tt.preferences))
		if err != nil || !reflect.DeepEqual(again, l) || !reflect.DeepEqual(again.Settings(), tt.want) {
			t.Errorf("%s: %+v became %+v, %v", name, l, again, err)
		}
		if bytes.Contains(index, []byte("\n\n")) || len(l.lines) > 0 != strings.Contains(tt.preferences, "r1") {
			t.Errorf("%s: %q", name, index)
		}
	}
}

// TestIndexOfOthers: rules that are not where the index says are an error, and not none.
func TestIndexOfOthers(t *testing.T) {
	preferences := rules(`"match":{"header":"A"},"mode":"never-ask","answer":"x"`)
	index := string(compileRules(t, preferences).Index())
	c := parseCall(t, Tool, ask("Color?|A|x|y"))
	for name, damage := range map[string][2]string{
		"beyond the end": {" 00000", " 00f00"}, "no number": {" 0000", " zzzz"}, "in the middle": {" 000000", " 000010"},
	} {
		l, err := OpenLookup([]byte(strings.Replace(index, damage[0], damage[1], 1)), []byte(preferences))
		if err != nil {
			t.Fatal(name, err)
		}
		if d := Decide(c, l, situation(), nil); l.Err() == nil {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if _, err := OpenLookup([]byte("{"), nil); err == nil {
		t.Error("settings that are no JSON are read")
	}
}

// every is a source of rules that files nothing.
type every struct {
	Preferences
}

func (e every) Settings() Preferences { return e.Preferences }
func (e every) For(Call, Question, Identity) []Rule {
	return e.Rules
}

// TestLookupFindsEveryRule compares decisions by a lookup with decisions by all
// the rules.
func TestLookupFindsEveryRule(t *testing.T) {
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
		lookup, err := OpenLookup(compileRules(t, preferences).Index(), []byte(preferences))
		must.Do(t, err)
		for _, text := range texts {
			c := parseCall(t, pick(Tool, "mcp__srv__AskUserQuestion"), ask(text+"|"+pick("A", "B")+"|x|y"))
			want := Decide(c, every{p}, at, nil)
			got := Decide(c, lookup, at, nil)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\n%s: got %+v, want %+v", preferences, text, got, want)
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
