package question

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"neverask/settings/must"
)

// TestOffers says what may be widened by what was seen.
func TestOffers(t *testing.T) {
	see := func(text, label string) Seen {
		q := askedCall(t, fmt.Sprintf(`{"question":%q,"header":"H","options":[{"label":"Yes","description":"d"},{"label":"No"}]}`, text)).Questions[0]
		return Seen{At: time.Unix(0, 0), Question: q, Labels: []string{label}}
	}
	yes := func(texts ...string) (all []Seen) {
		for _, text := range texts {
			all = append(all, see(text, "Yes"))
		}
		return all
	}
	text := func(s string) Rule { return Rule{Match: Match{Text: s}, Mode: NeverAsk, Answer: Answer{Label: "Yes"}} }
	inShop, exact, header, oneWay := text("Look at `a.go`?"), text("Fix 3 tests?"), Rule{Match: Match{Header: "H"}}, text("Fix 3 tests?")
	inShop.Project, exact.Match.Exact, oneWay.OneWay = "/w/shop", "Fix 3 tests?", OneWayAllow
	fewer := see("Fix 4 tests?", "Yes")
	fewer.Question.Options = fewer.Question.Options[:1]
	type test struct {
		name string
		rule Rule
		seen []Seen
		want string
	}
	tests := []test{
		{"nothing", text("Fix 3 tests?"), nil, ""},
		{"by marker", Rule{Match: Match{Marker: "m"}}, yes("Build all 3? <qid:m>", "Fix 3 tests? <qid:m>", "Fix 5 tests? <qid:m>"), "n [3 5] Yes: only these 2, any number up to 5, anything"},
		{"a file in the project", inShop, yes("Look at `a.go`?", "Look at `/w/shop/c.go`?"), "name [a.go /w/shop/c.go] Yes: only these 2, any file of this project, anything"},
		{"answered otherwise", text("Fix 3 tests?"), append(yes("Fix 3 tests?", "Fix 4 tests?"), see("Fix 5 tests?", "No")), ""},
		{"answered otherwise before", text("Fix 3 tests?"), append([]Seen{see("Fix 4 tests?", "No")}, yes("Fix 3 tests?", "Fix 4 tests?")...), "n [3 4] Yes: only these 2, any number up to 5, anything"},
		{"other options", text("Fix 3 tests?"), append(yes("Fix 3 tests?", "Fix 5 tests?"), fewer), ""},
		{"one-way is allowed", oneWay, yes("Fix 3 tests?", "Fix 4 tests?"), ""},
		{"exact", exact, yes("Fix 3 tests?", "Fix 4 tests?"), ""},
		{"by header", header, yes("Fix 3 tests?", "Fix 4 tests?"), ""},
	}
	for _, row := range must.Table(t, "testdata/offers.tsv", 4) {
		tests = append(tests, test{row[0], text(row[1]), yes(strings.Split(row[2], "\n")...), row[3]})
	}
	for _, tt := range tests {
		var got []string
		for _, o := range tt.rule.Offers(tt.seen) {
			var to []string
			for _, width := range o.Choices {
				if _, err := ParseWords(width.Words); width.Only == nil && err != nil {
					t.Errorf("%s: %s", tt.name, err)
				}
				to = append(to, width.String())
			}
			got = append(got, fmt.Sprintf("%s %v %s: %s", o.Slot, o.Seen, o.Answer, strings.Join(to, ", ")))
		}
		if text := strings.Join(got, "; "); text != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, text, tt.want)
		}
	}
}
