package suggest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/history"
	"neverask/hooks/question"
)

// person is somebody who answers what they are asked, always with the first option,
// and has rules.
type person struct {
	rules   map[string][]question.Rule // by fingerprint
	seen    map[string][]question.Seen // by rule
	told    map[string]bool            // what they answered themselves, as [answered] has it
	asked   []history.Question
	answers int            // that rules gave
	why     map[string]int // they were asked all the same
	unseen  []string       // what rules answered, and they had not
}

func newPerson() *person {
	return &person{rules: map[string][]question.Rule{}, seen: map[string][]question.Seen{}, told: map[string]bool{}, why: map[string]int{}}
}

func (p *person) Settings() question.Preferences { return question.Preferences{} }

func (p *person) For(_ question.Call, _ question.Question, id question.Identity) []question.Rule {
	return p.rules[id.Fingerprint]
}

// add gives them a rule, with what they have seen of it.
func (p *person) add(r question.Rule, seen []question.Seen) {
	r.ID = fmt.Sprint("r", len(p.seen))
	wording := question.Fingerprint(r.Match.Text)
	p.rules[wording] = append(p.rules[wording], r)
	p.seen[r.EvidenceID()] = seen
}

// ask asks them a question, unless their rules answer it. ruled reports whether a rule
// is about it.
func (p *person) ask(t *testing.T, q history.Question) (ruled bool) {
	t.Helper()
	call, err := q.Call()
	if err != nil {
		t.Fatal(err)
	}
	at := new(history.Replayer).Situation(q.Project)
	at.Seen = func(id string) []question.Seen { return p.seen[id] }
	c := question.Decide(call, p, at, nil).Choices[0]
	q.Answer = q.Options[0].Label
	if c.Ruled == question.Answered {
		p.answers++
		if c.Answer(call.Questions[0]) != q.Answer {
			t.Errorf("%s: answered %s", q.Text, c.Answer(call.Questions[0]))
		}
		if !p.told[told(q)] {
			p.unseen = append(p.unseen, q.Text)
		}
		q.By, q.Shown = history.Neverask, ""
		p.asked = append(p.asked, q)
		return true
	}
	p.told[told(q)] = true
	p.asked = append(p.asked, q)
	switch {
	case c.Rule == "":
		p.why["no rule"]++
		return false
	case len(c.OneWay) > 0:
		p.why["cannot be undone"]++
	case c.New != "":
		p.why["new"]++
	default:
		p.why["no answer"]++
	}
	if s, ok := q.Seen(); ok {
		p.seen[c.Evidence] = append(p.seen[c.Evidence], s)
	}
	return true
}

// told is all of a question and its answer, word for word.
func told(q history.Question) string {
	return fmt.Sprintf("%q %q %q %t %q %q", q.Tool, q.Text, q.Header, q.Multi, q.Options, q.Answer)
}

// TestShareAnswered tells how many of the questions of a generated past are answered
// without asking, when a rule is made of the first question of each kind, or where a
// suggestion appears, and evidence grows from then on. Nothing may be answered that the
// person did not answer themselves before, word for word.
//
// The shares that are wanted need values that are widened; without, only what has no
// values in it comes again.
func TestShareAnswered(t *testing.T) {
	all := templates(t)
	fixed := len(slices.DeleteFunc(slices.Clone(all), func(t template) bool { return slot.MatchString(t.text + strings.Join(t.options, "")) }))
	for _, tt := range []struct {
		times       int
		want, fixed float64 // of all, and of the kinds without values
	}{{12, 0.60, 0.91}, {40, 0.78, 0.97}} {
		t.Run(fmt.Sprint(tt.times, " times"), func(t *testing.T) {
			if testing.Short() && tt.times > 12 {
				t.Skip("thousands of questions")
			}
			s := speaker{Rand: newRand(uint64(tt.times)), manner: steady}
			questions := inDialog(s.asked(all, tt.times))
			first, suggested := newPerson(), newPerson()
			answeredFixed := 0
			for i, q := range questions {
				before := first.answers
				if !first.ask(t, q) {
					r := question.Rule{Match: question.Match{Text: q.Text, Header: q.Header}, Mode: question.NeverAsk, Answer: question.Answer{Label: unmarked(q.Options[0].Label)}}
					first.add(r, history.Evidence(r, []history.Question{q}))
				}
				var n int
				if fmt.Sscan(q.Session, &n); !slot.MatchString(all[n].text + strings.Join(all[n].options, "")) {
					answeredFixed += first.answers - before
				}
				suggested.ask(t, q)
				if i%(len(questions)/40) == 0 {
					for _, found := range Find(suggested.asked, suggested, nil) {
						suggested.add(found.Rule, history.Evidence(found.Rule, suggested.asked))
					}
				}
			}
			share := float64(first.answers) / float64(len(questions))
			shareFixed := float64(answeredFixed) / float64(fixed*tt.times)
			t.Logf("%d askings of a kind: %.0f %% answered with rules from the start (%.0f %% of the %d kinds of %d without values), %.0f %% with suggestions as they appear; wanted %.0f %%\nwith rules from the start asked %v",
				tt.times, 100*share, 100*shareFixed, fixed, len(all), 100*float64(suggested.answers)/float64(len(questions)), 100*tt.want, first.why)
			if shareFixed < tt.fixed {
				t.Errorf("%.1f %% of the kinds without values are answered, want %.0f %%", 100*shareFixed, 100*tt.fixed)
			}
			for _, p := range []*person{first, suggested} {
				for _, text := range p.unseen {
					t.Errorf("answered without having been seen: %s", text)
				}
				if p.answers == 0 {
					t.Error("nothing is answered")
				}
			}
		})
	}
}
