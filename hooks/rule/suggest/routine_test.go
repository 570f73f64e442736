package suggest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/rule/question"
	"neverask/settings/musttest"
)

// asking is one asking of a routine, as an author who knew neither neverask nor its check
// wrote it: the text, the header and the descriptions are worded anew each time.
type asking struct {
	Class    string `json:"class"` // harmless, or oneway: the model puts the routine's name on a dangerous question
	Question string `json:"question"`
	Header   string `json:"header"`
	Pick     string `json:"pick"` // what the person takes
	Routine  string `json:"routine"`
	Other    bool   `json:"other"` // another question with the same labels
	Options  []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"options"`
}

func (a asking) call(t *testing.T) question.Call {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"questions": []any{map[string]any{"question": a.Question, "header": a.Header, "options": a.Options, "multiSelect": false}}})
	musttest.Do(t, err)
	v, err := hooks.Parse(raw)
	musttest.Do(t, err)
	c, err := question.ParseCall(question.Tool, v)
	musttest.Do(t, err)
	return c
}

func askings(t *testing.T, name string) (all []asking) {
	t.Helper()
	raw := musttest.Read(t, "testdata/"+name)
	for line := range bytes.Lines(raw) {
		var a asking
		musttest.Do(t, json.Unmarshal(line, &a))
		all = append(all, a)
	}
	return all
}

// outcome counts what became of the askings of a kind.
type outcome struct {
	asked, answered, held, wrong int // held up by the safety check; answered otherwise than the person
}

// replay asks one after the other, under the rule that the person made of the routine; what
// they are asked they answer.
func replay(t *testing.T, all []asking, rule func(asking, question.Call) question.Rule) map[string]*outcome {
	t.Helper()
	counts := map[string]*outcome{}
	var past []question.PastAnswer
	for n, a := range all {
		kind := a.Class
		if a.Other {
			kind = "another question"
		}
		if counts[kind] == nil {
			counts[kind] = &outcome{}
		}
		o, c := counts[kind], a.call(t)
		r := rule(a, c)
		r.ID, r.Mode = "r", question.NeverAsk
		d := question.Decide(c, only{r}, question.Situation{
			Past: func(c question.Call, q question.Question) []question.PastAnswer { return question.Lookup(past)(c, q) },
		}, nil)
		o.asked++
		switch {
		case d.Outcome == question.OutcomeAnswer:
			if o.answered++; d.Choices[0].Answer(c.Questions[0]) != a.Pick {
				o.wrong++
			}
			continue
		case d.OneWay():
			o.held++
		}
		if kind == "harmless" {
			past = append(past, question.PastAnswer{
				At: time.Unix(int64(n), 0), By: question.AnsweredInDialog, Session: fmt.Sprint(n / 3), Question: c.Questions[0], Labels: []string{a.Pick},
			})
		}
	}
	return counts
}

// only is one rule.
type only struct{ rule question.Rule }

func (only) Settings() question.Preferences { return question.Preferences{} }

func (o only) For(question.Call, question.Question, question.Identity) []question.Rule {
	return []question.Rule{o.rule}
}

// TestRoutines replays what skills ask again and again: by marker, by labels, and with a fixed
// text whose descriptions are worded anew. A question that never comes again is answered by
// none of them.
func TestRoutines(t *testing.T) {
	t.Parallel()
	byMarker := func(a asking, _ question.Call) question.Rule {
		return question.Rule{Match: question.Match{Marker: a.Routine}, Answer: question.Answer{Label: question.RoutineLabel(a.Pick)}}
	}
	markers := replay(t, askings(t, "routines-markers.jsonl"), byMarker)
	hidden := replay(t, askings(t, "routines-hidden.jsonl"), byMarker)
	labels := replay(t, askings(t, "routines-labels.jsonl"), func(a asking, c question.Call) question.Rule {
		return question.Rule{Match: question.Match{Options: c.Questions[0].Labels()}, Answer: question.Answer{Label: a.Pick}, Same: question.SameOptions}
	})
	once := askings(t, "routines-labels.jsonl")
	// What makes the others dangerous, or others, stands in their texts.
	fixed := slices.DeleteFunc(slices.Clone(once), func(a asking) bool { return a.Class != "harmless" || a.Other })
	texts := map[string]string{}
	for i, a := range fixed {
		if texts[a.Routine] == "" {
			texts[a.Routine] = a.Options[0].Label + " or " + a.Options[1].Label + ", as always?"
		}
		fixed[i].Question, fixed[i].Header = texts[a.Routine], "Next"
	}
	fixedTexts := replay(t, fixed, func(a asking, _ question.Call) question.Rule {
		return question.Rule{Match: question.Match{Text: a.Question}, Answer: question.Answer{Label: a.Pick}, Same: question.SameOptions}
	})
	neverAgain := replay(t, once, func(a asking, _ question.Call) question.Rule {
		return question.Rule{Match: question.Match{Text: a.Question}, Answer: question.Answer{Label: a.Pick}}
	})
	for _, kind := range []struct {
		name   string
		counts map[string]*outcome
	}{{"by marker", markers}, {"hidden", hidden}, {"by labels", labels}, {"a fixed text", fixedTexts}, {"never again", neverAgain}} {
		for class, o := range kind.counts {
			t.Logf("%-12s %-16s of %2d: %2d answered, %2d held up by the check", kind.name, class, o.asked, o.answered, o.held)
			if o.wrong > 0 && class == "harmless" {
				t.Errorf("%s: %d were answered otherwise than by the person", kind.name, o.wrong)
			}
		}
	}
	// Each of the eight markers is asked once, and where an option first speaks of an act; the
	// check holds up the rest.
	if o := markers["harmless"]; o.answered+o.held < 85 || o.answered < 75 {
		t.Errorf("by marker: %+v", *o)
	}
	// Whose author hid the danger in passing, in the option that is always taken, and let the
	// harmless ones speak of dangerous things. docs/safety.md tells what passes.
	if o := hidden["oneway"]; o.answered > 11 || hidden["harmless"].answered < 24 {
		t.Errorf("hidden: %+v of the dangerous, %+v of the harmless", *o, *hidden["harmless"])
	}
	if o := fixedTexts["harmless"]; o.answered < 50 {
		t.Errorf("a fixed text: %+v", *o)
	}
	if o := markers["oneway"]; o.answered > 0 {
		t.Errorf("by marker: %d dangerous ones were answered", o.answered)
	}
	for _, class := range []string{"oneway", "another question"} {
		if labels[class].answered > 0 {
			t.Errorf("by labels: %d of %q were answered", labels[class].answered, class)
		}
	}
	for class, o := range neverAgain {
		if o.answered > 0 {
			t.Errorf("never again: %d of %q were answered", o.answered, class)
		}
	}
}

// TestIrreversibleHabitsAreCountedOnce: a habit about the same labels is none besides those about the single texts,
// and nine answers in ten are a habit, too.
func TestIrreversibleHabitsAreCountedOnce(t *testing.T) {
	var b builder
	for i, text := range []string{"Which tables shall the job empty now?", "Which logs shall the job empty now?", "Which queues shall the job empty now?"} {
		for n := range 10 {
			answer := "All of them"
			if i == 0 && n == 0 {
				answer = "Old ones"
			}
			q := b.ask(text, answer, "All of them", "Old ones")
			q.OneWay, q.Session = true, fmt.Sprint("s", n%2)
		}
	}
	found, irreversible := FindHabits(b.past(), rules(t), nil)
	if len(found) != 0 || irreversible != 3 {
		t.Errorf("%d suggestions, %d irreversible ones, want 0 and 3", len(found), irreversible)
	}
}
