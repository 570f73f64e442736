package toolrule

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

// list reads rules that must all work.
func list(t testing.TB, rules ...string) []Rule {
	t.Helper()
	all, problems, err := Parse(file(rules...))
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return all
}

// summary returns a decision on one line.
func summary(d Decision) string {
	s := fmt.Sprintf("%s %s", d.Act, strings.Join(d.Rules, ","))
	if d.Input.Kind() != hooks.Absent {
		s += " " + d.Input.Raw()
	}
	if len(d.Fields) > 0 {
		s += " [" + strings.Join(d.Fields, ",") + "]"
	}
	for _, text := range []string{d.Message, d.Context} {
		s += " " + strings.ReplaceAll(text, "\n", "/")
	}
	return strings.TrimSpace(s)
}

const (
	denies    = `{"id":"d","tool":"Bash","act":"deny","message":"no"}`
	denies2   = `{"id":"d2","tool":"Bash","act":"deny","message":"never"}`
	asks      = `{"id":"a","tool":"Bash","act":"ask","message":"sure?","patch":[{"field":"command","replace":"x","with":"y"}]}`
	asksPlain = `{"id":"a2","tool":"Bash","act":"ask","message":"really?"}`
	asksMore  = `{"id":"l","tool":"Bash","act":"ask","patch":[{"field":"command","replace":"y","with":"z"}]}`
	tells     = `{"id":"c","tool":"Bash","act":"context","message":"know this"}`
	tells2    = `{"id":"c2","tool":"Bash","act":"context","message":"and that"}`
	fails     = `{"id":"f","tool":"Bash","act":"ask","message":"?","patch":[{"field":"none","replace":"x","with":"y"}]}`
	// failsLater changes nothing although its first edit applies.
	failsLater = `{"id":"fl","tool":"Bash","act":"ask","message":"?","patch":[{"field":"command","set":"z"},{"field":"none","replace":"x","with":"y"}]}`
	deletes    = `{"id":"x","tool":"Bash","act":"ask","patch":[{"field":"command","delete":true}]}`
)

func TestDecideCombines(t *testing.T) {
	for _, tt := range []struct {
		rules []string
		want  string
	}{
		{nil, ""},
		{[]string{denies}, "deny d no"},
		{[]string{asksMore, asks, denies, tells, denies2}, "deny d,c,d2 no/never know this"},
		{[]string{asks}, `ask a {"command":"y"} [command] sure?`},
		{[]string{asks, asksPlain}, `ask a,a2 {"command":"y"} [command] sure?/really?`},
		{[]string{asks, asksMore}, `ask a,l {"command":"z"} [command] sure?`},
		{[]string{asksMore, asks}, `ask l,a {"command":"y"} [command] sure?`},
		{[]string{asksPlain, tells}, `ask a2,c really? know this`},
		{[]string{tells, tells2}, `context c,c2  know this/and that`},
		{[]string{fails}, "ask f"},
		{[]string{fails, asks}, `ask f,a {"command":"y"} [command] sure?`},
		{[]string{fails, asksMore}, "ask f,l"},
		{[]string{fails, denies}, "deny d no"},
		{[]string{failsLater}, "ask fl"},
		{[]string{failsLater, asksPlain}, "ask fl,a2 really?"},
		{[]string{deletes, asks}, `ask x,a {} [command]`},
		{[]string{asks, deletes}, `ask a,x {} [command] sure?`},
		{[]string{asks, deletes, asksPlain}, `ask a,x,a2 {} [command] sure?/really?`},
	} {
		got := New(list(t, tt.rules...)).Decide(Call{"Bash", parse(t, `{"command":"x"}`)}, Situation{}, nil)
		if summary(got) != tt.want {
			t.Errorf("%v: got %q, want %q", tt.rules, summary(got), tt.want)
		}
	}
}

func TestDecideMatches(t *testing.T) {
	const input = `{"command":"git push","n":1.50,"yes":true,"none":null,"list":[{"text":"a\nb"}],"a.b":"dot","twice":1,"twice":1}`
	for _, row := range musttest.Table(t, "testdata/matches.tsv", 2) {
		text, want := row[0], row[1] == "yes"
		at := Situation{Mode: "default", Within: func(dir string) bool { return dir == "/w/a" }}
		var trace Trace
		d := New(list(t, text)).Decide(Call{"Bash", parse(t, input)}, at, &trace)
		if acts := d.Act != ""; acts != want {
			t.Errorf("%s: acts %t: %v", text, acts, trace.Steps)
		}
		if same := New(list(t, text)).Decide(Call{"Bash", parse(t, input)}, at, nil); summary(same) != summary(d) {
			t.Errorf("%s: the trace changes the decision", text)
		}
	}
}

// A pattern is found anywhere in a line, whatever stands around it.
func TestPatternsAreFoundAnywhere(t *testing.T) {
	for _, line := range []string{"npm test; rm x", "cat a | npm test", "(npm test)", "$(npm test)", "sudo npm test", "sh -c 'npm test'", "npm test > log", "x=1 npm test &", "npm test\nrm x", "if true; then npm test; fi"} {
		for _, act := range []Act{Deny, Ask, Context} {
			rule := fmt.Sprintf(`{"id":"r","tool":"Bash","act":%q,"message":"m","when":[{"field":"command","matches":"npm test"}]}`, act)
			if d := New(list(t, rule)).Decide(Call{"Bash", parse(t, `{"command":`+quote(line)+`}`)}, Situation{}, nil); d.Act != act {
				t.Errorf("%s: %q is decided as %q", act, line, d.Act)
			}
		}
	}
}

// A rule with a broken pattern, which no preferences hold, does nothing.
func TestBrokenPatternsAreInert(t *testing.T) {
	all := []Rule{
		{ID: "b1", Tool: "Bash", Act: Deny, Message: "no", When: []Condition{{Field: "command", Matches: "("}}},
		{ID: "b2", Tool: "Bash", Act: Deny, Message: "no", When: []Condition{{Field: "command", Matches: "(", Not: true}}},
		{ID: "b3", Tool: "Bash", Act: Ask, Patch: []Edit{{Field: "command", Replace: "(", With: "x"}}},
	}
	all = append(all, list(t, tells)...)
	if d := New(all).Decide(Call{"Bash", parse(t, `{"command":"x"}`)}, Situation{}, nil); summary(d) != "context c  know this" {
		t.Error(summary(d))
	}
}

// A rule with a broken pattern takes no other rule's id.
func TestBrokenPatternsTakeNoID(t *testing.T) {
	all, _, err := Parse(file(`{"id":"d","tool":"Bash","act":"deny","message":"no","when":[{"field":"command","matches":"("}]}`, denies, denies, asksPlain))
	musttest.Do(t, err)
	if d := New(all).Decide(Call{"Bash", parse(t, `{"command":"x"}`)}, Situation{}, nil); len(all) != 2 || summary(d) != "deny d no" {
		t.Errorf("%d rules, %s", len(all), summary(d))
	}
}

func TestQuestionsAreNotDecided(t *testing.T) {
	all := list(t, `{"id":"r","tool":"*","act":"deny","message":"no"}`)
	for tool, want := range map[string]Act{"AskUserQuestion": "", "mcp__c__AskUserQuestion": "", "Bash": Deny, "": Deny} {
		if d := New(all).Decide(Call{tool, parse(t, `{}`)}, Situation{}, nil); d.Act != want {
			t.Errorf("%q: %q", tool, d.Act)
		}
	}
	for _, input := range []string{`[]`, `"x"`, `null`} {
		if d := New(all).Decide(Call{"Bash", parse(t, input)}, Situation{}, nil); d.Act != "" {
			t.Errorf("the input %s is decided: %s", input, d.Act)
		}
	}
	if d := New(all).Decide(Call{Tool: "Bash"}, Situation{}, nil); d.Act != "" {
		t.Errorf("no input is decided: %s", d.Act)
	}
}

func TestTrace(t *testing.T) {
	var trace Trace
	New(list(t, denies, asks, fails, tells, `{"id":"e","tool":"Edit","act":"ask"}`)).Decide(Call{"Bash", parse(t, `{"command":"x"}`)}, Situation{}, &trace)
	var got []string
	for _, s := range trace.Steps {
		got = append(got, strings.TrimSpace(s.Rule+" "+s.Kind+" "+s.Text))
	}
	want := []string{
		"d rule matches: deny", "a rule matches: ask", "f rule matches: ask", "c rule matches: context", "e rule not used: it is not for the tool Bash",
		"a rule has no effect: the call is refused", "f rule has no effect: the call is refused", "call refused",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
