package preferences

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// Gathered is what the past tells of rules that are older than their evidence.
type Gathered struct {
	Rules int                        // that answer
	Known int                        // of which the person answered at least one question as they do
	Seen  map[string][]question.Seen // by the EvidenceID of the rule
}

// Gather looks through the past, the oldest question first, for what the person saw and
// answered as the rules of a preferences file do. What a project proposes counts from
// the day on which it was accepted.
func Gather(content []byte, asked []transcript.Question) (Gathered, error) {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return Gathered{}, err
	}
	rules := p.Rules
	for i := range p.Trusted {
		rules = append(rules, p.Trusted[i].Rules()...)
	}
	g := Gathered{Seen: map[string][]question.Seen{}}
	for _, r := range rules {
		if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
			continue
		}
		g.Rules++
		seen := transcript.Evidence(r, since(r, asked))
		if len(seen) > 0 {
			g.Known++
			g.Seen[r.EvidenceID()] = seen
		}
	}
	return g, nil
}

// since returns the questions that a rule could have been about.
func since(r question.Rule, asked []transcript.Question) []transcript.Question {
	if r.Trusted == nil {
		return asked
	}
	accepted, err := time.Parse(time.RFC3339, r.Trusted.Accepted)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(asked), func(q transcript.Question) bool { return q.Time.Before(accepted) })
}

// String says it to the person: "11 of your 14 rules have been seen; 3 will ask once more".
func (g Gathered) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d of your %d rules have been seen", g.Known, g.Rules)
	if n := g.Rules - g.Known; n > 0 {
		fmt.Fprintf(&text, "; %d will ask once more", n)
	}
	return text.String()
}
