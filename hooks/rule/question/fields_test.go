package question

import (
	"reflect"
	"testing"

	"neverask/hooks/rule/strictjson"
)

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
