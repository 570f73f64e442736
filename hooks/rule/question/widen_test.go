package question

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/settings/must"
)

// TestWidening asks one question after another was seen, which differs in values that
// the rule lets pass, or does not.
func TestWidening(t *testing.T) {
	const fix, file, branch, quoted = "Fix the 3 tests in the parser?", "Format `src/a.go`?", "Compare with branch `fix/a`?", "Use the name `a`, or `b`?"
	for _, tt := range []struct {
		widen, seen, now string
		want             string // the values that pass; "exact", or "" for new
	}{
		{`{"n":"any number up to 20"}`, fix, "Fix the 7 tests in the parser?", "7 (any number up to 20)"},
		{`{"n":"any number up to 20"}`, fix, "Fix the 20 tests in the parser?", "20 (any number up to 20)"},
		{`{"n":"any number up to 20"}`, fix, fix, "exact"},
		{`{"n":"any number up to 20"}`, fix, "Fix the 21 tests in the parser?", ""},
		{`{"n":"any number up to 20"}`, fix, "Fix the 0 tests in the parser?", ""},
		{`{"n":"any number up to 20"}`, fix, "Fix the 1.5 tests in the parser?", ""},
		{`{"n":"any number up to 20"}`, fix, "Fix the 007 tests in the parser?", ""},
		{`{"n":"any number up to 20"}`, fix, "Fix the 7th tests in the parser?", ""},
		{`{"n":"any number up to 20"}`, fix, "Fix the 7  tests in the parser?", ""},
		{`{"n":"any number up to 20"}`, fix, "fix the 7 tests in the parser?", ""},
		{`{"n":["3","5"]}`, fix, "Fix the 5 tests in the parser?", "5 (only these 2)"},
		{`{"n":["3","5"]}`, fix, "Fix the 7 tests in the parser?", ""},
		{`{"n 2":"any number up to 20"}`, fix, "Fix the 7 tests in the parser?", ""},
		{`{"n":"anything"}`, "Split it into 3 parts of 4 lines?", "Split it into 5 parts of 4 lines?", "5 (anything)"},
		{`{"n":"anything"}`, "Split it into 3 parts of 4 lines?", "Split it into 5 parts of 6 lines?", ""},
		{`{"n 2":"anything"}`, "Split it into 3 parts of 4 lines?", "Split it into 3 parts of 6 lines?", "6 (anything)"},
		{`{"n":"anything","n 2":["6"]}`, "Split it into 3 parts of 4 lines?", "Split it into 5 parts of 6 lines?", "5 (anything), 6 (only these 1)"},
		{`{"n":"any number up to 99"}`, "Use a timeout of 10ms?", "Use a timeout of 20ms?", ""},   // part of a longer word
		{`{"n":"any number up to 99"}`, "Keep 10% of the lines?", "Keep 20% of the lines?", ""},   // a percentage
		{`{"n":"any number up to 99"}`, "Is a budget of 10 fine?", "Is a budget of 20 fine?", ""}, // money
		{`{"n":"any number up to 99"}`, "Add $ 10?", "Add $ 20?", ""},
		{`{"n":"any number up to 99"}`, "Ist Version 10 gut?", "Ist Version 20 gut?", ""},
		{`{"n":"any number up to 99"}`, "Use port 80?", "Use port 81?", ""},
		{`{"n":"any number up to 99"}`, "Show 10 users?", "Show 20 users?", ""},
		{`{"n":"any number up to 99"}`, "Commit 3 messages?", "Commit 7 messages?", ""},
		{`{"n":"any number up to 99"}`, "Show 3 commit messages?", "Show 7 commit messages?", "7 (any number up to 99)"},
		{`{"n":"any number up to 99"}`, "Drop 10 tables?", "Drop 20 tables?", ""}, // cannot be undone

		{`{"name":"any file of this project"}`, file, "Format `lib/b_test.go`?", "lib/b_test.go (any file of this project)"},
		{`{"name":"any file of this project"}`, file, "Format `/w/shop/lib/b.go`?", "/w/shop/lib/b.go (any file of this project)"},
		{`{"name":"any file of this project"}`, file, "Format lib/b.go?", ""},
		{`{"name":"any file of this project"}`, file, "Format 'lib/b.go'?", ""},
		{`{"name":"any file of this project"}`, file, "Format `/w/other/b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `/w/shopping/b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `/w/shop/../b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `../b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `lib/../../b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `~/b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `lib/b.go ~/c.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `lib/tokenStore.spec.ts`?", "lib/tokenStore.spec.ts (any file of this project)"},
		{`{"name":"any file of this project"}`, file, "Format `lib/passwordToken.ts`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `conf/token.yml`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `.env`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `conf/a.env`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `-b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `a.go;b.go`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `conf/prod.env`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `conf/api_token.json`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `.git/config.txt`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `.claude/a.md`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `lib/.husky/a.sh`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `conf/production.yml`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `all the things`?", ""},
		{`{"name":"any file of this project"}`, file, "Format `C:\\b.go`?", ""},
		{`{"name":"any file of this project"}`, "Run `src/a.sh`?", "Run `src/b.sh`?", ""}, // a command

		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `fix/b-2`?", "fix/b-2 (any branch but main, docs)"},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `docs`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `origin/docs`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `MASTER2/master`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `hotfix-3`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `a b`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `fix..b`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `fix~1`?", ""},
		{`{"name":"any branch but main, docs"}`, branch, "Compare with branch `/fix`?", ""},

		{`{"name":"anything"}`, quoted, "Use the name `c d`, or `b`?", "c d (anything)"},
		{`{"name":"anything"}`, quoted, "Use the name `c d`, or `e`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `db.example.com`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `localhost`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `10.0.0.1`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `a@b`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `5 €`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `5 %`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `v2`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `qa`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `/etc`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `a\u200bc`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `" + strings.Repeat("c", 101) + "`, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name ``, or `b`?", ""},
		{`{"name":"anything"}`, quoted, "Use the name `npm test`, or `b`?", "npm test (anything)"},
		{`{"name":"anything"}`, "Use `npm test`?", "Use `go vet ./...`?", "exact"},
		{`{"n":"anything"}`, "Use 3 of \"a ` b\" with `npm test`?", "Use 3 of \"a ` b\" with `go vet ./...`?", ""},
		{`{"name":"anything"}`, "Use \"a\", or 'b'?", "Use “c d”, or 'b'?", "c d (anything)"},
		{`{"name":"anything"}`, "Use \"a\", or 'b'?", "Use “a”, or 'b'?", "a (anything)"},
		{`{"name":"anything"}`, "Use \"a\", or 'b'?", "Use \"c d\", or “b”?", ""},
		{`{"name":"anything"}`, "Use \"a\", or 'b'?", "Use `c d`, or 'b'?", ""},
		{`{"name":"anything"}`, "Use \"a.go\", or 'b'?", "Use c.go, or 'b'?", ""},
		{`{"name":"anything"}`, "Use `a`, or 'b'?", "Use \"c\", or 'b'?", ""},
		{`{"n":"anything"}`, "Fix the tests of 3 tests in the parser?", "Fix 7 tests in the parser?", ""},
		{`{"n":"anything"}`, "Fix 3 skipped tests?", "Fix 7 tests?", ""},
		{`{"name":["a","c\td"]}`, quoted, "Use the name `c\td`, or `b`?", ""},
		{`{"n":"anything"}`, "Fix 3 tests with `npm test`?", "Fix 7 tests with `go vet ./...`?", "7 (anything)"},
		{`{"n":"anything"}`, "Fix 3 tests with `npm test`?", "Fix 7 tests with `npm publish`?", ""},
		{`{"url":"anything"}`, "Read https://a.b/c?", "Read https://a.b/d?", ""},
	} {
		q := func(text string) Question {
			raw, err := json.Marshal(map[string]any{"question": text, "options": []any{map[string]any{"label": "Yes", "description": "do it"}, map[string]any{"label": "No"}}})
			must.Do(t, err)
			return askedCall(t, string(raw)).Questions[0]
		}
		var widen Widening
		must.Do(t, json.Unmarshal([]byte(tt.widen), &widen))
		seen := []Seen{{At: time.Unix(0, 0), Question: q(tt.seen), Labels: []string{"Yes"}}}
		now := q(tt.now)
		choice := Choice{Options: []int{0}, Widen: widen, Project: "/w/shop", OneWay: classify(Call{}, now, picked{options: []int{0}})}
		got := Compare(Call{}, now, choice, seen)
		words := passedWords(got.Widened)
		if got.Covered() && words == "" {
			words = "exact"
		}
		if words != tt.want || got.Covered() != (words != "") {
			t.Errorf("%s, %q: %q, want %q (%s)", tt.widen, tt.now, words, tt.want, got)
		}
	}
}

// TestProjectOfTheSession lets files pass by a rule that holds everywhere.
func TestProjectOfTheSession(t *testing.T) {
	const file = `"any file of this project"`
	for _, tt := range []struct {
		widen, project, dir, path string
		want                      bool
	}{
		{file, "", "/w/shop", "/w/shop/lib/b.go", true},
		{file, "", "/w/shop/", "/w/shop/lib/b.go", true},
		{file, "", "", "/w/shop/lib/b.go", false},
		{file, "", "/w/shop", "/w/shopper/b.go", false},
		{file, "", "/w/shop", "/w/shop/../b.go", false},
		{file, "", "/w/shop", "/w/shop/.env", false},
		{file, "", "/w/shop/web", "/w/shop/lib/b.go", false},
		{file, "", "/", "/etc/b.go", false},
		{file, "", "/root", "/root/b.go", false},
		{file, "", "/home/me", "/home/me/b.go", false},
		{file, "", "/Users/me", "/Users/me/b.go", false},
		{file, "", "/home/me/shop", "/home/me/shop/b.go", true},
		{file, "/w/till", "/w/shop", "/w/shop/b.go", false},
		{`"anything"`, "", "/w/shop", "/w/shop/lib/b.go", true},
		{`["/w/shop/lib/b.go"]`, "", "/w/shop", "/w/shop/lib/b.go", false}, // as lint says
	} {
		r := Rule{ID: "r", Match: Match{Text: "Format `a.go`?"}, Mode: NeverAsk, Answer: Answer{Label: "Yes"}, Project: tt.project}
		must.Do(t, json.Unmarshal([]byte(`{"name":`+tt.widen+`}`), &r.Widen))
		call := func(path string) Call {
			return askedCall(t, fmt.Sprintf(`{"question":%q,"options":[{"label":"Yes"},{"label":"No"}]}`, "Format `"+path+"`?"))
		}
		at := situation()
		at.Seen, at.Dir, at.Within = r.Confirmed(call("a.go"), at).Seen, tt.dir, func(string) bool { return true }
		if got := Decide(call(tt.path), listed{r}, at, nil).Choices[0]; (got.Ruled == Answered) != tt.want {
			t.Errorf("%+v: %s, %s", tt, got.Ruled, got.Why)
		}
	}
}

// TestWidenedTogether changes one other thing beside a value that passes.
func TestWidenedTogether(t *testing.T) {
	const question = `{"question":"Fix the 7 tests?","header":"Tests","footer":"f","options":[{"label":"Yes","description":"all","preview":"p"},{"label":"No","description":"none"}]}`
	widen := Widening{{Slot: "n", Words: "any number up to 20"}}
	see := func(before, with, label string) Seen {
		old := strings.Replace(strings.Replace(question, "7", "3", 1), before, with, 1)
		return Seen{At: time.Unix(0, 0), Question: askedCall(t, old).Questions[0], Labels: []string{label}}
	}
	same := see("", "", "Yes")
	for _, tt := range []struct {
		name string
		seen []Seen
		want string
	}{
		{"the same", []Seen{same, same}, "you let pass 7 (any number up to 20); the rest you saw and answered so, last on 1970-01-01"},
		{"a label", []Seen{see(`"No"`, `"Later"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the options \"No\" (seen: \"Later\")"},
		{"the header", []Seen{see(`"Tests"`, `"T"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the header \"Tests\" (seen: \"T\")"},
		{"a member", []Seen{see(`"f"`, `"g"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the other members"},
		{"the description", []Seen{see(`"all"`, `"some"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the description \"all\" (seen: \"some\")"},
		{"the preview", []Seen{see(`"p"`, `"q"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the preview"},
		{"what is told of the other option", []Seen{see(`"none"`, `"nothing"`, "Yes")}, "you let pass 7 (any number up to 20); the rest you saw and answered so, last on 1970-01-01"},
		{"answered otherwise", []Seen{see("", "", "No")}, "you answered this with other values otherwise on 1970-01-01: No"},
		{"answered otherwise since", []Seen{same, see("", "", "No")}, "you answered this with other values otherwise on 1970-01-01: No"},
		{"answered so since", []Seen{see("", "", "No"), same}, "you let pass 7 (any number up to 20); the rest you saw and answered so, last on 1970-01-01"},
		{"exactly this answered otherwise", []Seen{same, see("3", "7", "No")}, "you answered exactly this otherwise on 1970-01-01: No"},
		{"answered otherwise under another header", []Seen{same, see(`"Tests"`, `"T"`, "No")}, "you let pass 7 (any number up to 20); the rest you saw and answered so, last on 1970-01-01"},
		{"another server", []Seen{{Server: "s", Question: same.Question, Labels: same.Labels}}, "new here: \"7\"; seen: \"3\""},
	} {
		c := askedCall(t, question)
		if got := Compare(c, c.Questions[0], Choice{Options: []int{0}, Widen: widen}, tt.seen).String(); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
	c := askedCall(t, question)
	got := partsSeen(c, c.Questions[0], Choice{Options: []int{0}, Widen: widen}, []Seen{same})
	if want := "wording: widened: 7 (any number up to 20); options: seen on 1970-01-01"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestReadWidening reads and writes the member, and says where it is wrong.
func TestReadWidening(t *testing.T) {
	rule := func(match, more string) string {
		return `{"version":1,"rules":[{"id":"a","match":{` + match + `},"mode":"never-ask","answer":"Yes",` + more + `}]}`
	}
	const text = `"text":"Fix the 3 tests in a.go?"`
	for _, tt := range []struct{ match, more, want string }{
		{text, `"widen":{"n":"any number up to 20","name":["a.go","b.go"]}`, ""},
		{`"marker":"m",` + text, `"widen":{"n 2":"anything","name 12":"any branch but main, a/b","date":"any file of this project"}`, ""},
		{text, `"widen":{}`, `"widen" is empty`},
		{text, `"widen":[]`, `"widen" must be an object`},
		{text, `"widen":{"n":"anything","n":"anything"}`, `"n" is there twice`},
		{text, `"widen":{"m":"anything"}`, `"m" is no slot`},
		{text, `"widen":{"n 1":"anything"}`, `"n 1" is no slot`},
		{text, `"widen":{"n x":"anything"}`, `"n x" is no slot`},
		{text, `"widen":{"true":"anything"}`, `"true" is no slot`},
		{text, `"widen":{"n":[]}`, `"n" must be an array of values`},
		{text, `"widen":{"n":[3]}`, `"n" must be an array of values`},
		{text, `"widen":{"n":3}`, `"n" must be an array of values or a string`},
		{text, `"widen":{"n":"any number up to 0"}`, `is not understood`},
		{text, `"widen":{"n":"any number up to -1"}`, `is not understood`},
		{text, `"widen":{"n":"any number up to 1234567890"}`, `is not understood`},
		{text, `"widen":{"n":"any branch but "}`, `is not understood`},
		{text, `"widen":{"n":"any branch but main,"}`, `is not understood`},
		{text, `"widen":{"n":"Anything"}`, `is not understood`},
		{`"marker":"m"`, `"widen":{"n":"anything"}`, `"widen" needs a match by text`},
		{text, `"oneWay":"allow","widen":{"n":"anything"}`, `"widen" does not go with "oneWay"`},
	} {
		file := rule(tt.match, tt.more)
		p, problems, err := ParsePreferences([]byte(file))
		must.Do(t, err)
		if tt.want == "" {
			if len(problems) > 0 || len(p.Rules) != 1 {
				t.Errorf("%s: %v", file, problems)
				continue
			}
			written, err := json.Marshal(p.Rules[0])
			must.Do(t, err)
			again, _, err := ParsePreferences([]byte(`{"version":1,"rules":[` + string(written) + `]}`))
			if err != nil || !reflect.DeepEqual(again.Rules, p.Rules) || !strings.Contains(string(written), tt.more) {
				t.Errorf("%s was written as %s (%v)", file, written, err)
			}
			continue
		}
		if len(p.Rules) > 0 || len(problems) != 1 || !strings.Contains(problems[0].Message, tt.want) {
			t.Errorf("%s: %v, want %s", file, problems, tt.want)
		} else if at := problems[0].Column - 1; strings.HasPrefix(file[at:], "{\"version") {
			t.Errorf("%s: no place: %+v", file, problems)
		}
	}
	if _, problems := ParseProposal([]byte(rule(text, `"widen":{"n":"anything"}`))); len(problems) != 1 || !strings.Contains(problems[0].Message, `"widen" cannot be proposed`) {
		t.Errorf("proposed: %v", problems)
	}
}

func TestNarrower(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`{"n":"any number up to 5"}`, `{"n":"any number up to 20"}`, true},
		{`{"n":"any number up to 20"}`, `{"n":"any number up to 5"}`, false},
		{`{"n":"any number up to 5"}`, `{"n":"anything","name":"anything"}`, false},
		{`{"n":["1"]}`, `{"n":["1","2"]}`, true},
		{`{"n":["1","3"]}`, `{"n":["1","2"]}`, false},
		{`{"n":["1"]}`, `{"n":"anything"}`, false},
		{`{"n":"anything"}`, `{"n":["1"]}`, false},
		{`{"n":"anything"}`, `{"n 2":"anything"}`, false},
		{`{"name":"any branch but main, a"}`, `{"name":"any branch but main"}`, true},
		{`{"name":"any branch but main"}`, `{"name":"any branch but main, a"}`, false},
		{`{"name":"any file of this project"}`, `{"name":"any branch but main"}`, false},
	} {
		var a, b Widening
		for text, to := range map[string]*Widening{tt.a: &a, tt.b: &b} {
			v, err := hooks.Parse(text)
			if err != nil || readWidening(hooks.Member{Value: v}, to) != nil {
				t.Fatal(text, err)
			}
		}
		if got := a.Within(b); got != tt.want || !a.Within(a) || !Widening(nil).Within(a) || a.Within(nil) {
			t.Errorf("%s within %s: %v", tt.a, tt.b, got)
		}
	}
	wide := Widening(nil).With(Width{Slot: "n", Words: anything})
	if got := fmt.Sprint(wide.With(Width{Slot: "n", Only: []string{"1"}}), wide); got != "n: only these 1 n: anything" {
		t.Error(got)
	}
}
