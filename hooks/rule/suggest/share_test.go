package suggest

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
	"neverask/hooks/rule/wording"
	"neverask/settings/musttest"
)

// person is somebody who answers what they are asked, always with the first option,
// and has rules.
type person struct {
	rules   map[string][]question.Rule // by fingerprint
	seen    map[string][]question.Seen // by rule
	told    map[string]bool            // what they answered themselves, word for word
	asked   []transcript.Question
	answers map[int]int    // that rules gave, by template
	why     map[string]int // they were asked all the same
	unseen  []string       // what rules answered, and they had not
}

func newPerson() *person {
	return &person{rules: map[string][]question.Rule{}, seen: map[string][]question.Seen{}, told: map[string]bool{}, answers: map[int]int{}, why: map[string]int{}}
}

func (p *person) Settings() question.Preferences { return question.Preferences{} }

func (p *person) For(_ question.Call, _ question.Question, id question.Identity) []question.Rule {
	return p.rules[id.Fingerprint]
}

// add gives them a rule, with what they have seen of it.
func (p *person) add(r question.Rule, seen []question.Seen) {
	r.ID = fmt.Sprint("r", len(p.seen))
	text := wording.Fingerprint(r.Match.Text)
	p.rules[text] = append(p.rules[text], r)
	p.seen[r.ID] = seen
}

// ask asks them a question, unless their rules answer it. ruled reports whether a rule
// is about it.
func (p *person) ask(t *testing.T, q transcript.Question) (ruled bool) {
	t.Helper()
	call, err := q.Call()
	musttest.Do(t, err)
	at := new(transcript.Replayer).Situation(q.Project)
	at.Seen = func(id string) []question.Seen { return p.seen[id] }
	c := question.Decide(call, p, at, nil).Choices[0]
	q.Answer = q.Options[0].Label
	if c.Ruled == question.Answered {
		p.answers[number(q)]++
		if c.Answer(call.Questions[0]) != q.Answer {
			t.Errorf("%s: answered %s", q.Text, c.Answer(call.Questions[0]))
		}
		if !p.told[told(q)] {
			p.unseen = append(p.unseen, q.Text)
		}
		q.By, q.Shown = transcript.Neverask, ""
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
		p.seen[c.Rule] = append(p.seen[c.Rule], s)
	}
	return true
}

// told is all of a question and its answer, word for word.
func told(q transcript.Question) string {
	return fmt.Sprintf("%q %q %q %t %q %q", q.Tool, q.Text, q.Header, q.Multi, q.Options, q.Answer)
}

// varying is what differs each time a question is asked.
type varying int

const (
	nothing varying = iota
	values          // of its text
	labels
)

func (t template) varies() varying {
	switch {
	case slot.MatchString(strings.Join(t.options, "")):
		return labels
	case slot.MatchString(t.text):
		return values
	}
	return nothing
}

// number is that of the template which the speaker has filled.
func number(q transcript.Question) (n int) {
	fmt.Sscan(q.Session, &n)
	return n
}

// wholeShare asks each kind of question forty times, too, which takes half a minute.
var wholeShare = flag.Bool("share.whole", false, "ask each kind of question forty times, and not twelve alone")

// TestShareAnswered tells how many of the questions of a generated past are answered
// without asking, when a rule is made of the first question of each kind, or where a
// suggestion appears, and evidence grows from then on. Nothing may be answered that the
// person did not answer themselves before, word for word.
//
// Three of four kinds have values in them, of every sort that there is.
func TestShareAnswered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		times            int
		first, suggested float64 // at least, in per cent
		fixed            float64 // of the kinds in which nothing varies
	}{{12, 23, 17, 89}, {40, 26, 23, 95}} {
		t.Run(fmt.Sprint(tt.times, " times"), func(t *testing.T) {
			t.Parallel()
			if testing.Short() || !*wholeShare && tt.times > 12 {
				t.Skip("thousands of questions, of which most are for make nightly")
			}
			all := templates(t)
			s := speaker{Rand: newRand(uint64(tt.times)), manner: steady, inside: true}
			questions := inDialog(s.asked(all, tt.times))
			first, suggested := newPerson(), newPerson()
			for i, q := range questions {
				if !first.ask(t, q) {
					r := question.Rule{Match: question.Match{Text: q.Text, Header: q.Header}, Mode: question.NeverAsk, Answer: question.Answer{Label: unmarked(q.Options[0].Label)}}
					first.add(r, transcript.Evidence(r, []transcript.Question{q}))
				}
				suggested.ask(t, q)
				if i%(len(questions)/40) == 0 {
					suggested.accept()
				}
			}
			share := func(p *person, sorts ...varying) float64 { return p.share(all, tt.times, sorts...) }
			t.Logf("the person was asked all the same: %v", first.why)
			for _, reached := range []struct {
				of          string
				share, want float64
			}{
				{"with rules from the start", share(first, nothing, values, labels), tt.first},
				{"of the kinds in which nothing varies", share(first, nothing), tt.fixed},
				{"with suggestions as they appear", share(suggested, nothing, values, labels), tt.suggested},
			} {
				t.Logf("%d askings of a kind: %.1f %% are answered %s", tt.times, reached.share, reached.of)
				if reached.share < reached.want {
					t.Errorf("want %.0f %%", reached.want)
				}
			}
			for _, p := range []*person{first, suggested} {
				for _, text := range p.unseen {
					t.Errorf("answered without having been seen: %s", text)
				}
			}
		})
	}
}

// share is how many of the questions are answered that vary in this or that, in per cent.
func (p *person) share(all []template, times int, sorts ...varying) float64 {
	answers, asked := 0, 0
	for n, t := range all {
		if slices.Contains(sorts, t.varies()) {
			answers, asked = answers+p.answers[n], asked+times
		}
	}
	return 100 * float64(answers) / float64(asked)
}

// accept accepts all that is suggested.
func (p *person) accept() {
	for _, found := range Find(p.asked, p, nil) {
		p.add(found.Rule, transcript.Evidence(found.Rule, p.asked))
	}
}
