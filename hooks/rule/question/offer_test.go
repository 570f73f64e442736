package question

import (
	"fmt"
	"strings"
	"testing"
	"time"
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
	for _, tt := range []struct {
		name string
		rule Rule
		seen []Seen
		want string
	}{
		{"nothing", text("Fix 3 tests?"), nil, ""},
		{"one value", text("Fix 3 tests?"), yes("Fix 3 tests?", "Fix 3 tests?"), ""},
		{"two numbers", text("Fix 3 tests?"), yes("Fix 3 tests?", "Fix 12 tests?"), "n [3 12] Yes: only these 2, any number up to 20, anything"},
		{"large numbers", text("Fix 3 tests?"), yes("Fix 3 tests?", "Fix 501 tests?"), "n [3 501] Yes: only these 2, any number up to 1000, anything"},
		{"by marker", Rule{Match: Match{Marker: "m"}}, yes("Build all 3? <qid:m>", "Fix 3 tests? <qid:m>", "Fix 5 tests? <qid:m>"), "n [3 5] Yes: only these 2, any number up to 5, anything"},
		{"files", text("Look at `a.go`?"), yes("Look at `a.go`?", "Look at `b/c.go`?", "Look at `a.go`?"), "name [b/c.go a.go] Yes: only these 2, any file of this project, anything"},
		{"a file outside", text("Look at `a.go`?"), yes("Look at `a.go`?", "Look at `/w/shop/c.go`?"), ""},
		{"a file in the project", inShop, yes("Look at `a.go`?", "Look at `/w/shop/c.go`?"), "name [a.go /w/shop/c.go] Yes: only these 2, any file of this project, anything"},
		{"a secret", text("Look at `a.go`?"), yes("Look at `a.go`?", "Look at `api_token.json`?"), "name [a.go api_token.json] Yes: only these 2, any file of this project, anything"},
		{"names in several marks", text("Use \"a\"?"), yes("Use \"a\"?", "Use 'b c'?"), "name [a b c] Yes: only these 2, anything"},
		{"names in marks and in code", text("Use \"a\"?"), yes("Use \"a\"?", "Use `b`?"), ""},
		{"an environment and a name", text("Use `x`?"), yes("Use `qa`?", "Use `x`?"), ""},
		{"nothing but secrets", text("Look at `a.env`?"), yes("Look at `a.env`?", "Look at `api_token.json`?"), "name [a.env api_token.json] Yes: only these 2"},
		{"branches", text("Compare with `a`?"), yes("Compare with `a`?", "Compare with `fix/b`?"), "name [a fix/b] Yes: only these 2, any branch but main, anything"},
		{"names", text("Use `a`?"), yes("Use `a`?", "Use `b c`?"), "name [a b c] Yes: only these 2, anything"},
		{"one that safety asks about", text("Look at `a.go`?"), yes("Look at `a.go`?", "Look at `rm -rf x`?", "Look at `b.go`?"), "name [a.go b.go] Yes: only these 2, any file of this project, anything"},
		{"two slots", text("Fix 3 tests of `a.go`?"), yes("Fix 3 tests of `a.go`?", "Fix 4 tests of `b.go`?"),
			"n [3 4] Yes: only these 2, any number up to 5, anything; name [a.go b.go] Yes: only these 2, any file of this project, anything"},
		{"answered otherwise", text("Fix 3 tests?"), append(yes("Fix 3 tests?", "Fix 4 tests?"), see("Fix 5 tests?", "No")), ""},
		{"answered otherwise before", text("Fix 3 tests?"), append([]Seen{see("Fix 4 tests?", "No")}, yes("Fix 3 tests?", "Fix 4 tests?")...), "n [3 4] Yes: only these 2, any number up to 5, anything"},
		{"other words", text("Fix 3 tests?"), yes("Fix 3 tests?", "fix 4 tests?"), ""},
		{"other options", text("Fix 3 tests?"), append(yes("Fix 3 tests?", "Fix 5 tests?"), fewer), ""},
		{"money", text("Is a price of 3 fine?"), yes("Is a price of 3 fine?", "Is a price of 4 fine?"), ""},
		{"hosts", text("Use `a.example.com`?"), yes("Use `a.example.com`?", "Use `b.example.com`?"), ""},
		{"addresses", text("Read https://a.b/c?"), yes("Read https://a.b/c?", "Read https://a.b/d?"), ""},
		{"environments", text("Test on `qa`?"), yes("Test on `qa`?", "Test on `x`?"), ""},
		{"one-way", text("Drop 3 tables?"), yes("Drop 3 tables?", "Drop 4 tables?"), ""},
		{"a command", text("Run `a.sh`?"), yes("Run `a.sh`?", "Run `b.sh`?"), ""},
		{"one-way is allowed", oneWay, yes("Fix 3 tests?", "Fix 4 tests?"), ""},
		{"exact", exact, yes("Fix 3 tests?", "Fix 4 tests?"), ""},
		{"by header", header, yes("Fix 3 tests?", "Fix 4 tests?"), ""},
	} {
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
