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
)

// drawn is a question as its parts were drawn, with the answer that a person gave.
type drawn struct {
	server, value, header, footer string
	danger, multi                 bool
	order                         []string             // of the labels
	options                       map[string][2]string // description and preview by label
	chosen                        []string
	typed                         string
}

// draw makes a question of few parts, so that two of them are often the same but for one.
func draw(r *rand.Rand) drawn {
	of := func(all ...string) string { return all[r.IntN(len(all))] }
	d := drawn{
		danger: r.IntN(2) == 0, server: of("", "", "", "srv"), value: of("a.go", "a.go", "A.go", "b.go", "3", "`npm test`", "`go vet ./...`", "`rm a`", "`rm b`"), header: of("H", "H", "H", "G"),
		footer: of("", "", "", "f"), multi: r.IntN(4) == 0, options: map[string][2]string{},
	}
	for _, label := range []string{"Yes", "No", "Later"} {
		if label != "Later" || r.IntN(3) == 0 {
			d.options[label] = [2]string{of("", "", "", "d"), of("", "", "", "p")}
		}
	}
	d.order = slices.Sorted(maps.Keys(d.options))
	if r.IntN(3) == 0 {
		r.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	}
	switch labels := slices.Sorted(maps.Keys(d.options)); {
	case r.IntN(8) == 0:
		d.typed = of("Yes", "later")
	case d.multi && r.IntN(2) == 0:
		d.chosen = []string{"No", "Yes"}
	default:
		d.chosen = []string{labels[r.IntN(len(labels))]}
	}
	return d
}

// oneWay reports whether the question is about something irreversible.
func (d drawn) oneWay() bool { return d.danger || strings.HasPrefix(d.value, "`rm") }

func (d drawn) call(t *testing.T) Call {
	t.Helper()
	var w hooks.Writer
	w.Begin('{')
	w.Name("questions").Begin('[')
	w.Begin('{')
	text := "Which color is better for "
	if d.danger {
		text = "Delete the production database after "
	}
	w.Text("question", text+d.value+"? <qid:m>")
	w.Text("header", d.header)
	w.Text("footer", d.footer)
	w.Flag("multiSelect", d.multi)
	w.Name("options").Begin('[')
	for _, label := range d.order {
		w.Begin('{')
		w.Text("label", label)
		w.Text("description", d.options[label][0])
		w.Text("preview", d.options[label][1])
		w.End('}')
	}
	w.End(']')
	w.End('}')
	w.End(']')
	w.End('}')
	tool := Tool
	if d.server != "" {
		tool = "mcp__" + d.server + "__" + Tool
	}
	return parseCall(t, tool, string(w.Bytes()))
}

// consequence is all that bears on what an answer does, in words of the test's own.
func (d drawn) consequence(chosen []string, typed string) string {
	value := d.value
	if value == "`npm test`" || value == "`go vet ./...`" {
		value = "a harmless command"
	}
	order := slices.Sorted(slices.Values(d.order))
	if d.oneWay() {
		order = d.order
	}
	text := fmt.Sprintf("%v %q %q %q %q %v %q %q", d.danger, d.server, value, d.header, d.footer, d.multi, order, typed)
	for _, label := range chosen {
		text += fmt.Sprintf(" %q %q", label, d.options[label])
	}
	return text
}

// rounds is how often a property is tried, or found to hold in one way: less in a short run.
func rounds(n int) int {
	if testing.Short() {
		return n / 5
	}
	return n
}

// TestOnlyWhatWasSeenIsAnswered draws rules, what was seen under them, and questions:
// an answer is given exactly when the person gave it themselves to a question with the
// same values, labels, header and other members, and the same description and preview of
// what is chosen, and no other one to the same question since. Where it is about what
// cannot be undone the order of the options is the same, too.
func TestOnlyWhatWasSeenIsAnswered(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	answered, asked := 0, 0
	for range rounds(10_000) {
		now := draw(r)
		answer := fmt.Sprintf(`{"text":%q}`, now.typed)
		switch {
		case now.multi:
			answer = `{"labels":["` + strings.Join(now.chosen, `","`) + `"]}`
			if now.typed != "" {
				continue // which no rule answers
			}
		case now.typed == "":
			answer = fmt.Sprintf("%q", now.chosen[0])
		}
		var seen []Seen
		var want bool
		for i := range r.IntN(6) {
			d := now
			if r.IntN(3) > 0 {
				d = draw(r)
			}
			s := Seen{At: time.Unix(int64(i), 0), By: SeenInDialog, Server: d.server, Question: d.call(t).Questions[0], Labels: d.chosen, Text: d.typed}
			seen = append(seen, s)
			// The same question, whatever is told of its options, answered otherwise.
			without := func(d drawn) string {
				d.options = maps.Collect(func(yield func(string, [2]string) bool) {
					for label := range d.options {
						if !yield(label, [2]string{}) {
							return
						}
					}
				})
				return d.consequence(nil, "")
			}
			switch {
			case d.consequence(d.chosen, d.typed) == now.consequence(now.chosen, now.typed):
				want = true
			case without(d) == without(now) && (d.typed != now.typed || !slices.Equal(d.chosen, now.chosen)):
				want = false
			}
		}
		at := situation()
		at.Seen = func(string) []Seen { return seen }
		preferences := strings.Replace(rules(`"match":{"marker":"m"},"mode":"never-ask","oneWay":"allow","answer":`+answer), `"rules"`, `"mcp":{"srv":"answers"},"rules"`, 1)
		d := Decide(now.call(t), compileRules(t, preferences), at, nil)
		if (len(d.Choices[0].OneWay) > 0) != now.oneWay() {
			t.Fatalf("one-way: %v: %+v", d.Choices[0].OneWay, now)
		}
		if got := d.Outcome == OutcomeAnswer; got != want {
			t.Fatalf("answered: %v, want %v: %+v with %s, after %+v\n%s", got, want, now, answer, seen, d.Choices[0].Why)
		}
		if want {
			answered++
		} else {
			asked++
		}
	}
	if least := rounds(1000); answered < least || asked < least {
		t.Errorf("only %d were to be answered, and %d to be asked", answered, asked)
	}
	t.Logf("%d answered, %d asked", answered, asked)
}
