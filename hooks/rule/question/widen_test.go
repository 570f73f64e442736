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
	for _, row := range must.Table(t, "testdata/widening.tsv", 4) {
		q := func(text string) Question {
			raw, err := json.Marshal(map[string]any{"question": text, "options": []any{map[string]any{"label": "Yes", "description": "do it"}, map[string]any{"label": "No"}}})
			must.Do(t, err)
			return askedCall(t, string(raw)).Questions[0]
		}
		var widen Widening
		must.Do(t, json.Unmarshal([]byte(row[0]), &widen))
		seen := []Seen{{At: time.Unix(0, 0), Question: q(row[1]), Labels: []string{"Yes"}}}
		now := q(row[2])
		choice := Choice{Options: []int{0}, Widen: widen, Project: "/w/shop", OneWay: classify(Call{}, now, picked{options: []int{0}})}
		got := Compare(Call{}, now, choice, seen)
		words := passedWords(got.Widened)
		if got.Covered() && words == "" {
			words = "exact"
		}
		if words != row[3] || got.Covered() != (words != "") {
			t.Errorf("%s, %q: %q, want %q (%s)", row[0], row[2], words, row[3], got)
		}
	}
}

// TestProjectOfTheSession lets files pass by a rule that holds everywhere.
func TestProjectOfTheSession(t *testing.T) {
	for _, row := range must.Table(t, "testdata/project-files.tsv", 5) {
		r := Rule{ID: "r", Match: Match{Text: "Format `a.go`?"}, Mode: NeverAsk, Answer: Answer{Label: "Yes"}, Project: row[1]}
		must.Do(t, json.Unmarshal([]byte(`{"name":`+row[0]+`}`), &r.Widen))
		call := func(path string) Call {
			return askedCall(t, fmt.Sprintf(`{"question":%q,"options":[{"label":"Yes"},{"label":"No"}]}`, "Format `"+path+"`?"))
		}
		at := situation()
		at.Seen, at.Dir, at.Within = r.Confirmed(call("a.go"), at).Seen, row[2], func(string) bool { return true }
		if got := Decide(call(row[3]), listed{r}, at, nil).Choices[0]; fmt.Sprint(got.Ruled == Answered) != row[4] {
			t.Errorf("%q: %s, %s", row, got.Ruled, got.Why)
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
		{"the same", []Seen{same, same}, "you let pass 7 (any number up to 20), and gave this answer to the rest on 1970-01-01"},
		{"a label", []Seen{see(`"No"`, `"Later"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the options \"No\" (seen: \"Later\")"},
		{"the header", []Seen{see(`"Tests"`, `"T"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the header \"Tests\" (seen: \"T\")"},
		{"a member", []Seen{see(`"f"`, `"g"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the other members"},
		{"the description", []Seen{see(`"all"`, `"some"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the description \"all\" (seen: \"some\")"},
		{"the preview", []Seen{see(`"p"`, `"q"`, "Yes")}, "new here: \"7\" (seen: \"3\"), the preview"},
		{"what is told of the other option", []Seen{see(`"none"`, `"nothing"`, "Yes")}, "you let pass 7 (any number up to 20), and gave this answer to the rest on 1970-01-01"},
		{"answered otherwise", []Seen{see("", "", "No")}, "you gave another answer to this with other values on 1970-01-01: No"},
		{"answered otherwise since", []Seen{same, see("", "", "No")}, "you gave another answer to this with other values on 1970-01-01: No"},
		{"answered so since", []Seen{see("", "", "No"), same}, "you let pass 7 (any number up to 20), and gave this answer to the rest on 1970-01-01"},
		{"exactly this answered otherwise", []Seen{same, see("3", "7", "No")}, "you gave another answer to exactly this question on 1970-01-01: No"},
		{"answered otherwise under another header", []Seen{same, see(`"Tests"`, `"T"`, "No")}, "you let pass 7 (any number up to 20), and gave this answer to the rest on 1970-01-01"},
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
	for _, row := range must.Table(t, "testdata/widen-members.tsv", 3) {
		file, more, want := rule(row[0], row[1]), row[1], row[2]
		p, problems, err := ParsePreferences([]byte(file))
		must.Do(t, err)
		if want == "" {
			if len(problems) > 0 || len(p.Rules) != 1 {
				t.Errorf("%s: %v", file, problems)
				continue
			}
			written, err := json.Marshal(p.Rules[0])
			must.Do(t, err)
			again, _, err := ParsePreferences([]byte(`{"version":1,"rules":[` + string(written) + `]}`))
			if err != nil || !reflect.DeepEqual(again.Rules, p.Rules) || !strings.Contains(string(written), more) {
				t.Errorf("%s was written as %s (%v)", file, written, err)
			}
			continue
		}
		if len(p.Rules) > 0 || len(problems) != 1 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%s: %v, want %s", file, problems, want)
		} else if at := problems[0].Column - 1; strings.HasPrefix(file[at:], "{\"version") {
			t.Errorf("%s: no place: %+v", file, problems)
		}
	}
}

func TestNarrower(t *testing.T) {
	for _, row := range must.Table(t, "testdata/narrower.tsv", 3) {
		var a, b Widening
		for text, to := range map[string]*Widening{row[0]: &a, row[1]: &b} {
			v, err := hooks.Parse(text)
			if err != nil || readWidening(hooks.Member{Value: v}, to) != nil {
				t.Fatal(text, err)
			}
		}
		if got := a.Within(b); fmt.Sprint(got) != row[2] || !a.Within(a) || !Widening(nil).Within(a) || a.Within(nil) {
			t.Errorf("%s within %s: %v", row[0], row[1], got)
		}
	}
	wide := Widening(nil).With(Width{Slot: "n", Words: anything})
	if got := fmt.Sprint(wide.With(Width{Slot: "n", Only: []string{"1"}}), wide); got != "n: only these 1 n: anything" {
		t.Error(got)
	}
}
