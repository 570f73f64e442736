package suggest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// person is somebody who answers what they are asked, always with the first option,
// and has rules.
type person struct {
	rules   map[string][]question.Rule // by fingerprint
	seen    map[string][]question.Seen // by rule
	told    map[string]bool            // what they answered themselves, word for word
	alike   map[string]map[string]bool // the texts of it, by kind
	widens  bool                       // they let pass all that is offered
	asked   []transcript.Question
	answers int            // that rules gave
	why     map[string]int // they were asked all the same
	unseen  []string       // what rules answered, and they had not
}

func newPerson() *person {
	return &person{rules: map[string][]question.Rule{}, seen: map[string][]question.Seen{}, told: map[string]bool{}, alike: map[string]map[string]bool{}, why: map[string]int{}}
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
func (p *person) ask(t *testing.T, q transcript.Question) (ruled bool) {
	t.Helper()
	call, err := q.Call()
	if err != nil {
		t.Fatal(err)
	}
	at := new(transcript.Replayer).Situation(q.Project)
	at.Seen = func(id string) []question.Seen { return p.seen[id] }
	c := question.Decide(call, p, at, nil).Choices[0]
	q.Answer = q.Options[0].Label
	if c.Ruled == question.Answered {
		p.answers++
		if c.Answer(call.Questions[0]) != q.Answer {
			t.Errorf("%s: answered %s", q.Text, c.Answer(call.Questions[0]))
		}
		if !p.told[told(q)] && !(p.widens && len(p.alike[kindOf(q)]) > 1 && !exact.MatchString(q.Text)) {
			p.unseen = append(p.unseen, q.Text)
		}
		q.By, q.Shown = transcript.Neverask, ""
		p.asked = append(p.asked, q)
		return true
	}
	p.told[told(q)] = true
	if p.alike[kindOf(q)] == nil {
		p.alike[kindOf(q)] = map[string]bool{}
	}
	p.alike[kindOf(q)][q.Text] = true
	p.asked = append(p.asked, q)
	switch {
	case c.Rule == "":
		p.why["no rule"]++
		return false
	case len(c.OneWay) > 0:
		p.why["cannot be undone"]++
	case c.New != "":
		p.why["new"]++
		if exact.MatchString(q.Text) {
			p.why["new, and never let pass"]++
		}
	default:
		p.why["no answer"]++
	}
	if s, ok := q.Seen(); ok {
		p.seen[c.Evidence] = append(p.seen[c.Evidence], s)
		p.widen(c)
	}
	return true
}

// widen takes, after an answer, what lets most of the values pass that were seen.
func (p *person) widen(c question.Choice) {
	if !p.widens {
		return
	}
	rules := p.rules[c.Identity.Fingerprint]
	for i := range rules {
		if rules[i].EvidenceID() != c.Evidence {
			continue
		}
		for _, o := range rules[i].Offers(p.seen[c.Evidence]) {
			wide, _ := rules[i].Widen.In(o.Slot)
			if best := o.Widest(rules[i].Project); best.Words != "" || wide.Words == "" { // nobody takes back what they let pass
				rules[i].Widen = rules[i].Widen.With(best)
			}
		}
	}
}

// told is all of a question and its answer, word for word.
func told(q transcript.Question) string {
	return fmt.Sprintf("%q %q %q %t %q %q", q.Tool, q.Text, q.Header, q.Multi, q.Options, q.Answer)
}

// kindOf is what the speaker meant by a question, with all that is shown but its text.
func kindOf(q transcript.Question) string {
	return fmt.Sprintf("%s %q %q %q", q.Session, q.Header, q.Options, q.Answer)
}

// exact are values that nobody is offered to let pass: addresses, and what is outside
// of a project.
var exact = regexp.MustCompile("(?i)://|www\\.|[a-z]:\\\\|~/|\\.\\./|(^|[\\s\"'`“«])/|@|%|staging|production")

// TestShareAnswered tells how many of the questions of a generated past are answered
// without asking, when a rule is made of the first question of each kind, or where a
// suggestion appears, and evidence grows from then on; exactly, and with all values let
// pass that are offered. Nothing may be answered that the person did not answer
// themselves before, word for word, or at least twice with other values that may pass.
func TestShareAnswered(t *testing.T) {
	all := templates(t)
	fixed := len(slices.DeleteFunc(slices.Clone(all), func(t template) bool { return slot.MatchString(t.text + strings.Join(t.options, "")) }))
	for _, tt := range []struct {
		times       int
		want, fixed float64 // of all, and of the kinds without values
	}{{12, 0.60, 0.89}, {40, 0.78, 0.95}} {
		t.Run(fmt.Sprint(tt.times, " times"), func(t *testing.T) {
			if testing.Short() && tt.times > 12 {
				t.Skip("thousands of questions")
			}
			s := speaker{Rand: newRand(uint64(tt.times)), manner: steady}
			questions := inDialog(s.asked(all, tt.times))
			first, suggested := newPerson(), newPerson()
			wide := newPerson()
			wide.widens, suggested.widens = true, true
			answeredFixed := 0
			for i, q := range questions {
				before := first.answers
				for _, p := range []*person{first, wide} {
					if !p.ask(t, q) {
						r := question.Rule{Match: question.Match{Text: q.Text, Header: q.Header}, Mode: question.NeverAsk, Answer: question.Answer{Label: unmarked(q.Options[0].Label)}}
						p.add(r, transcript.Evidence(r, []transcript.Question{q}))
					}
				}
				var n int
				if fmt.Sscan(q.Session, &n); !slot.MatchString(all[n].text + strings.Join(all[n].options, "")) {
					answeredFixed += first.answers - before
				}
				suggested.ask(t, q)
				if i%(len(questions)/40) == 0 {
					for _, found := range Find(suggested.asked, suggested, nil) {
						suggested.add(found.Rule, transcript.Evidence(found.Rule, suggested.asked))
						for _, r := range suggested.rules[question.Fingerprint(found.Rule.Match.Text)] {
							suggested.widen(question.Choice{Identity: question.Identity{Fingerprint: question.Fingerprint(found.Rule.Match.Text)}, Evidence: r.EvidenceID()})
						}
					}
				}
			}
			share := func(p *person) float64 { return 100 * float64(p.answers) / float64(len(questions)) }
			shareFixed := float64(answeredFixed) / float64(fixed*tt.times)
			t.Logf("%d askings of a kind: %.0f %% are answered with rules from the start, %.0f %% of the %d kinds of %d without values; %.0f %% with values that pass, %.0f %% with suggestions as they appear; wanted %.0f %%\n"+
				"with values that pass the person was asked all the same: %v",
				tt.times, share(first), 100*shareFixed, fixed, len(all), share(wide), share(suggested), 100*tt.want, wide.why)
			if wide.answers <= first.answers {
				t.Error("no value passes")
			}
			if shareFixed < tt.fixed {
				t.Errorf("%.1f %% of the kinds without values are answered, want %.0f %%", 100*shareFixed, 100*tt.fixed)
			}
			for _, p := range []*person{first, wide, suggested} {
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
