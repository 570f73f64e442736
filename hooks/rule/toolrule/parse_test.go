package toolrule

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// parseRule reads one rule.
func parseRule(b []byte) (Rule, error) {
	v, err := hooks.Parse(b)
	if err != nil {
		return Rule{}, err
	}
	var r Rule
	if fault := read.Read(v, &r); fault != nil {
		return Rule{}, errors.New(fault.Message)
	}
	return r, r.Check()
}

// file returns a preferences file with these rules.
func file(rules ...string) []byte {
	return []byte("{\"version\":1,\n\"toolRules\":[\n" + strings.Join(rules, ",\n") + "\n]}")
}

func TestParse(t *testing.T) {
	const all = `{"id":"a.b_c-1","tool":"Bash|Edit","when":[{"field":"command","matches":"^rm\\b"},{"field":"a.0.b\\.c","within":"project","not":true}],` +
		`"project":"/w","modes":["default","plan"],"act":"ask","message":"Sure?",` +
		`"patch":[{"field":"command","replace":"^","with":"echo "},{"field":"timeout","set":1.50},{"field":"x","delete":true},{"field":"y","set":null}],` +
		`"created":{"at":"2026-11-21T10:00:00Z","by":"rules add"},"note":"n"}`
	list, problems, err := Parse(file(all))
	if err != nil || len(problems) > 0 || len(list) != 1 {
		t.Fatal(list, problems, err)
	}
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list[0]); err != nil || strings.TrimSpace(out.String()) != all {
		t.Errorf("written again: %s, %v", out.String(), err)
	}
	again, err := parseRule([]byte(out.String()))
	if err != nil || fmt.Sprint(again.When) != fmt.Sprint(list[0].When) {
		t.Errorf("read again: %+v, %v", again, err)
	}
}

func TestParseReportsAndLeavesOut(t *testing.T) {
	const good = `{"id":"good","tool":"Bash","act":"deny","message":"no"}`
	for _, row := range append(musttest.Table(t, "testdata/refused-rules.tsv", 2),
		[]string{`{"tool":"Bash","act":"ask","message":"` + strings.Repeat("ä", 4001) + `"}`, `longer than 4000`},
		[]string{`{"id":"` + strings.Repeat("a", 65) + `","tool":"Bash","act":"ask"}`, `"id" must be`}) {
		bad, want := row[0], row[1]
		rules := []string{bad, good}
		if strings.Contains(bad, `"good"`) {
			rules = []string{good, bad}
			want = "4:1: " + want
		}
		list, problems, err := Parse(file(rules...))
		if err != nil || len(list) != 1 || list[0].ID != "good" || len(problems) != 1 {
			t.Errorf("%s: %v, %v, %v", bad, list, problems, err)
			continue
		}
		p := problems[0]
		if got := fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Message); !strings.Contains(got, want) || !strings.HasSuffix(got, "; this rule does nothing") {
			t.Errorf("%s: got %s, want %s", bad, got, want)
		}
	}
}

func TestParseFiles(t *testing.T) {
	for name, tt := range map[string]struct {
		content         string
		rules, problems int
		broken          bool
	}{
		"empty":           {"", 0, 0, false},
		"byte order mark": {"\ufeff" + string(file(`{"tool":"Bash","act":"ask"}`)), 1, 0, false},
		"without":         {`{"version":1,"rules":[]}`, 0, 0, false},
		"no list":         {`{"version":1,"toolRules":{}}`, 0, 1, false},
		"no JSON":         {`{"version":1,`, 0, 0, true},
		"other version":   {`{"version":2,"toolRules":[{"tool":"Bash","act":"ask"}]}`, 0, 0, true},
		"no object":       {`[]`, 0, 0, true},
		"twice":           {`{"version":1,"toolRules":[],"toolRules":[{"tool":"Bash","act":"ask"}]}`, 0, 0, true},
	} {
		list, problems, err := Parse([]byte(tt.content))
		if len(list) != tt.rules || len(problems) != tt.problems || (err != nil) != tt.broken {
			t.Errorf("%s: %v, %v, %v", name, list, problems, err)
		}
	}
}

// TestParseFor: of the rules for a tool those that hold are read, also where another rule has
// their id.
func TestParseFor(t *testing.T) {
	content := file(
		`{"tool":"Bash","act":"ask","when":[{"field":"command","matches":"git\\s+push"}]}`,
		`{"id":"broken","tool":"Bash","act":"ask","when":[{"field":"command","matches":"("}]}`,
		`{"id":"edit","tool":"Edit","act":"ask"}`,
		`{"id":"edit","tool":"Bash|Edit","act":"deny","message":"the id is taken"}`,
		`{"id":"broken","tool":"Bash","act":"deny","message":"the id is free"}`,
		`{"tool":"Bash","act":"ask","when":[{"field":"command","matches":"git\\s+push"}],"note":"the same"}`,
		`{"id":"what","tool":"Bash","act":"what"}`)
	for tool, want := range map[string]int{"Bash": 3, "Edit": 1, "Write": 0, Member: 0} {
		found, err := ParseFor(string(content), tool)
		musttest.Do(t, err)
		all, _, err := Parse(content)
		musttest.Do(t, err)
		input := parse(t, `{"command":"git push"}`)
		few, by := New(found).Decide(Call{tool, input}, Situation{}, nil), New(all).Decide(Call{tool, input}, Situation{}, nil)
		if len(found) != want || !reflect.DeepEqual(few, by) {
			t.Errorf("%s: %+v: decided %+v, and by all rules %+v", tool, found, few, by)
		}
	}
	if _, err := ParseFor("{", "Bash"); err == nil {
		t.Error("no JSON is read")
	}
}

// FuzzParseFor: a call is decided alike by the rules for its tool and by all.
func FuzzParseFor(f *testing.F) {
	f.Add(`a+b`, "command", "aab x", "r", false)
	f.Add(`(?i)push|x(yz)+`, "a.0", "PUSH", "s", true)
	f.Add(`\x{fffd}[^\n]{2}`, "timeout", "1", "", false)
	f.Add(`(`, "command", "x", "s", false)
	f.Fuzz(func(t *testing.T, pattern, field, value, id string, not bool) {
		content := file(
			`{"id":`+quote(id)+`,"tool":"Bash|mcp__*","act":"ask","when":[{"field":`+quote(field)+`,"matches":`+quote(pattern)+map[bool]string{true: `,"not":true`}[not]+`}]}`,
			`{"id":"s","tool":"*","act":"context","message":"m"}`)
		input := parse(t, `{"command":`+quote(value)+`,"a":[`+quote(value)+`],"timeout":1}`)
		all, _, err := Parse(content)
		musttest.Do(t, err)
		for _, tool := range []string{"Bash", "Edit", "mcp__a__b"} {
			few, err := ParseFor(string(content), tool)
			musttest.Do(t, err)
			call := Call{tool, input}
			if got, want := New(few).Decide(call, Situation{}, nil), New(all).Decide(call, Situation{}, nil); !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v by those found, %+v by all", got, want)
			}
		}
	})
}

func TestIDs(t *testing.T) {
	list, problems, _ := Parse(file(`{"tool":"Bash","act":"ask"}`, `{"tool":"Edit","act":"ask"}`, `{ "tool" : "Bash", "act":"ask"}`))
	if len(list) != 2 || list[0].ID == list[1].ID || !validID(list[0].ID) || len(problems) != 1 {
		t.Error(list, problems)
	}
}
