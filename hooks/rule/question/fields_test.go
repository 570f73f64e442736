package question

import (
	"reflect"
	"strings"
	"testing"

	"neverask/hooks/rule/strictjson"
)

// TestOnlyPublicFieldsAreProposed: a project may propose what the table says, and is
// told why of what it may not. What nobody has thought of is not among it.
func TestOnlyPublicFieldsAreProposed(t *testing.T) {
	values := map[string]string{
		"id": `"a"`, "text": `"t"`, "exact": `"e"`, "header": `"h"`, "options": `["Yes"]`, "marker": `"m"`, "pattern": `"p"`, "source": `"s"`, "tool": `"native"`,
		"mode": `"never-ask"`, "answer": `"Yes"`, "project": `"/w"`, "oneWay": `"allow"`, "widen": `{"n":"anything"}`, "created": `{}`, "note": `"n"`,
	}
	for _, f := range Fields() {
		match, rest := `"text":"Fix 3 tests?"`, ""
		member := `"` + f.Name + `":` + values[f.Name]
		switch {
		case f.Name == "text":
			match = member
		case f.In == "match":
			match += "," + member
		case f.Name != "id" && f.Name != "mode" && f.Name != "answer":
			rest = "," + member
		}
		rules, problems := ParseProposal([]byte(`{"version":1,"rules":[{"id":"a","match":{` + match + `},"mode":"never-ask","answer":"Yes"` + rest + `}]}`))
		switch {
		case f.Public && (len(problems) > 0 || len(rules) != 1 || f.Of(&rules[0]).String() == ""):
			t.Errorf("%s: %v, %v", f.Name, rules, problems)
		case !f.Public && (len(problems) != 1 || !strings.HasPrefix(problems[0].Message, `"`+f.Name+`" cannot be proposed`) || !strings.HasSuffix(problems[0].Message, f.Private)):
			t.Errorf("%s: %v, %v", f.Name, rules, problems)
		}
		if !f.Public && f.Part != strictjson.Naming && f.Private == "" {
			t.Errorf("%s: nothing says why it cannot be proposed", f.Name)
		}
	}
}

// TestIDsTellRulesApart: what a rule is about has a part in the ID that is made for it.
func TestIDsTellRulesApart(t *testing.T) {
	for _, f := range Fields() {
		r := Rule{Match: Match{Text: "t", Tool: "native"}, Mode: NeverAsk, Answer: Answer{Label: "Yes"}}
		before := r.NewID()
		if f.Part != strictjson.Matching {
			continue
		}
		if f.Of(&r).Set("other"); r.NewID() == before {
			t.Errorf("%s: another one makes no other ID", f.Name)
		}
	}
}

// TestAnswersOnALine: every answer can be written as a line and is read from it as it
// was; no label is taken for anything else.
func TestAnswersOnALine(t *testing.T) {
	for _, want := range []Answer{
		{}, {Word: Recommended}, {Word: Usual}, {Label: "Yes"}, {Label: "recommended"}, {Label: "usual"}, {Label: "text: x"}, {Label: "a | b"}, {Label: `a\b`}, {Label: `\recommended`}, {Label: `text:a|b\`},
		{Labels: []string{"A", "B|C"}}, {Labels: []string{"one"}}, {Labels: []string{"recommended"}}, {Labels: []string{`\`, "|"}}, {Text: "free"}, {Text: "a | b"}, {Text: "text: x"},
	} {
		if got := parseAnswerLine(answerLine(want)); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %+v by %q", want, got, answerLine(want))
		}
	}
	for line, want := range map[string]Answer{
		"Yes": {Label: "Yes"}, " Yes ": {Label: "Yes"}, "usual": {Word: Usual}, "text:x": {Text: "x"}, "A|B": {Labels: []string{"A", "B"}}, "A |": {Labels: []string{"A"}}, "": {},
	} {
		if got := parseAnswerLine(line); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v", line, got)
		}
	}
}
