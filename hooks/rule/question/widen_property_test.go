package question

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/wording"
)

// The oracle: which values are what. No words let a secret pass, nor any words but "only
// these" one that is named, and nothing lets pass what is never widened.
var valuesBySort = map[string][]string{
	"number any":    {"3", "7", "20"},
	"large any":     {"21", "999"},
	"any":           {"a b", "0", "007", "loadInvoice()", "user.merge()", "<Payment>", "21.11.2026"},
	"file any":      {"src/b.go", "lib/c_test.go", "web/index.html", "./src/d.go", "src/token_reader.ts", "/w/shop/src/e.go", "lib/f.go:12"},
	"branch any":    {"fix-2", "topic", "me/idea", "feature/x-2", "user_format"},
	"branch":        {"send", "price", "cluster", "root"},
	"listed any":    {"docs", "origin/docs"},
	"protected any": {"master2/master", "hotfix-1"},
	"named":         {"user 5", ".env", "src/.env", "api_token.json", "token.yaml", "src/secret_token.go", ".git/a.go", "a/.claude/b.md", "release", "-4", "-rf", "--force", "a;b", "*", ".", "5 Kč", strings.Repeat("z", 101) + " z"},
	"never": {
		"5 €", "$5", "20 %", "50％", "a@b", "~/a.go", "~", "https://a.b", "see http://x", "www.a", "db.internal", "localhost", "web:8080", "10.0.0.1", "v2", "1.4", "2.0.1", "21.13.2026", "1.1.10", "v1.1.2026",
		"a/server.key", "/etc/passwd", "/w/shopper/a.go", "/w/shop/../a.go", "../a.go", "src/../../a.go", `C:\a.go`, `..\a.go`, "qa", "prodDB", "myStaging", "dev-db", "all files", "alle Dateien", "すべて", "web:/srv", "::1", "2001:db8::1", "example．com", "～root", "#general", "+49 170 1", "conf/prod/a.yml", "本番",
		"x\u200by", "x\u202ey", "x\ty",
	},
}

// sortOf finds what a value is.
func sortOf(value string) string {
	for sort, values := range valuesBySort {
		if slices.Contains(values, value) {
			return sort
		}
	}
	return ""
}

// wordsBySort are the words of a width, and what they let pass.
var wordsBySort = map[string]string{anyNumber + "20": "number", anyFile: "file", anyBranch + "main, docs": "branch", anything: "any"}

// wordings have three slots, of which the first is a number. Under some nothing is
// widened.
var wordings = []struct {
	text  string
	never bool
}{
	{"Fix the %s tests of `%s` and \"%s\"?", false},
	{"Fix the %s tests of `%s` and “%s”?", false}, // the same in other marks
	{"Look at %s lines of `%s` or of \"%s\" first?", false},
	{"Look at  %s lines of `%s` or of \"%s\" first?", false}, // two spaces
	{"Fix the %s%% of `%s` and \"%s\"?", true},
	{"Fix the %s tests that the users of `%s` and \"%s\" see?", true},
	{"Show the price of %s tests of `%s` and \"%s\"?", true},
	{"Fix the %s tests of the environment `%s` and \"%s\"?", true},
	{"Fix the %s Tests von Version `%s` und \"%s\"?", true},
	{"Drop the %s tables of `%s` and \"%s\"?", true},
	{"修复服务器 %s `%s` 和 \"%s\"?", true},
}

// inOtherMarks reports whether two wordings differ in the marks of the last slot alone.
func inOtherMarks(a, b int) bool { return a+b == 1 }

// widenedAsking is a question as it was drawn.
type widenedAsking struct {
	wording                               int
	values                                [3]string
	header, footer, other, about, preview string
	answer                                string
}

func (a widenedAsking) text() string {
	return fmt.Sprintf(wordings[a.wording].text, a.values[0], a.values[1], a.values[2])
}

// rest is all that bears on the answer but the wording and what is told of it.
func (a widenedAsking) rest() string { return fmt.Sprintf("%q %q %q", a.header, a.footer, a.other) }

func (a widenedAsking) call(t *testing.T) Call {
	t.Helper()
	var w hooks.Writer
	w.Begin('{')
	w.Text("question", a.text())
	w.Text("header", a.header)
	w.Text("footer", a.footer)
	w.Name("options").Begin('[')
	for _, label := range []string{"Yes", a.other} {
		w.Begin('{')
		w.Text("label", label)
		if label == "Yes" {
			w.Text("description", a.about)
			w.Text("preview", a.preview)
		}
		w.End('}')
	}
	w.End(']')
	w.End('}')
	return askedCall(t, string(w.Bytes()))
}

func drawWidened(r *rand.Rand, values []string) widenedAsking {
	of := func(all ...string) string { return all[r.IntN(len(all))] }
	value := func(usual ...string) string {
		if r.IntN(2) == 0 {
			return of(usual...)
		}
		return of(values...)
	}
	a := widenedAsking{
		values: [3]string{of("3", "3", "7", "20", "21", "999", "007"), value("src/b.go", "topic"), value("a b", "src/b.go")},
		header: of("H", "H", "H", "H", "G"), footer: of("", "", "", "f"), other: of("No", "No", "No", "Later"), about: of("", "", "", "d"), preview: of("", "", "", "p"),
		answer: "Yes",
	}
	if r.IntN(2) == 0 {
		a.wording = r.IntN(len(wordings))
	}
	return a
}

// TestOnlyWhatPassesIsWidened draws rules with widenings, what was seen under them, and
// questions: an answer is covered exactly when the person gave it to a question that is
// the same but for values that the words of the rule let pass.
func TestOnlyWhatPassesIsWidened(t *testing.T) {
	t.Parallel()
	var values []string
	for _, sort := range slices.Sorted(maps.Keys(valuesBySort)) {
		values = append(values, valuesBySort[sort]...)
	}
	r := rand.New(rand.NewPCG(3, 4))
	exact, widened, asked := 0, 0, 0
	for range rounds(20_000) {
		now := drawWidened(r, values)
		if !slices.Equal(wording.SlotNames(now.text()), []string{"n", "name", "name 2"}) {
			continue // a rule for other wordings has other slots
		}
		widen, only := Widening{}, map[string][]string{}
		for i, slot := range []string{"n", "name", "name 2"} {
			switch r.IntN(6) {
			case 0: // not widened
			case 1:
				list := []string{now.values[i], values[r.IntN(len(values))]}[r.IntN(2):]
				widen, only[slot] = append(widen, Width{Slot: slot, Only: list}), list
			default:
				words := slices.Sorted(maps.Keys(wordsBySort))[r.IntN(len(wordsBySort))]
				widen = append(widen, Width{Slot: slot, Words: words})
			}
		}
		passes := func(i int, slot, value string) bool {
			width, ok := widen.In(slot)
			sort := sortOf(value)
			if list, named := only[slot]; named {
				return sort != "never" && slices.Contains(list, value)
			}
			return ok && slices.Contains(strings.Fields(sort), wordsBySort[width.Words])
		}
		choice := Choice{Options: []int{0}, Widen: widen, Project: "/w/shop"}
		c := now.call(t)
		choice.OneWay = classify(c, c.Questions[0], picked{options: []int{0}})

		var seen []Seen
		var drawn []widenedAsking
		for i := range r.IntN(5) {
			d := now
			for range 1 + r.IntN(2) {
				other := drawWidened(r, values)
				switch r.IntN(12) {
				case 0, 1, 2:
					d.values[0] = other.values[0]
				case 3, 4:
					d.values[1] = other.values[1]
				case 5, 6:
					d.values[2] = other.values[2]
				case 7:
					d.wording = other.wording
				case 8:
					d.header, d.footer = other.header, other.footer
				case 9:
					d.other = other.other
				case 10:
					d.about, d.preview = other.about, other.preview
				case 11:
					d.answer = d.other
				}
			}
			drawn = append(drawn, d)
			seen = append(seen, Seen{At: time.Unix(int64(i), 0), Question: d.call(t).Questions[0], Labels: []string{d.answer}})
		}
		same := func(d widenedAsking) bool { return d.text() == now.text() }
		alike := func(d widenedAsking) bool {
			if d.wording != now.wording && !inOtherMarks(d.wording, now.wording) || wordings[d.wording].never || len(choice.OneWay) > 0 || wording.Fingerprint(d.text()) != wording.Fingerprint(now.text()) {
				return false
			}
			for i, slot := range []string{"n", "name", "name 2"} {
				if (d.values[i] != now.values[i] || i == 2 && d.wording != now.wording) && !passes(i, slot, now.values[i]) {
					return false
				}
			}
			return true
		}
		last := func(is func(widenedAsking) bool) (covered, decided bool) {
			for _, d := range slices.Backward(drawn) {
				switch {
				case !is(d) || d.rest() != now.rest():
				case d.answer != "Yes":
					return false, true
				case d.about == now.about && d.preview == now.preview:
					return true, true
				}
			}
			return false, false
		}
		want, decided := last(same)
		if !decided {
			want, _ = last(func(d widenedAsking) bool { return !same(d) && alike(d) })
		}
		got := Compare(c, c.Questions[0], choice, seen)
		if got.Covered() != want {
			t.Fatalf("covered: %v, want %v: %q with %v\nafter %+v\n%s", got.Covered(), want, now.text(), widen, drawn, got)
		}
		switch {
		case want && decided:
			exact++
		case want:
			widened++
		default:
			asked++
		}
	}
	t.Logf("%d seen exactly, %d widened, %d asked", exact, widened, asked)
	if least := rounds(1000); exact < least || widened < least || asked < least {
		t.Error("too few of a kind")
	}
}
