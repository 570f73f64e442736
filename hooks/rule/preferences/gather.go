package preferences

import (
	"fmt"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// Gathered is what the past tells of rules that are older than their evidence.
type Gathered struct {
	Rules int                        // that answer
	Known int                        // of which the person answered at least one question as they do
	Seen  map[string][]question.Seen // by the ID of the rule
}

// Gather looks through the past, the oldest question first, for what the person saw and
// answered as the rules of a preferences file do.
func Gather(content []byte, asked []transcript.Question) (Gathered, error) {
	p, _, err := question.ParsePreferences(content)
	if err != nil {
		return Gathered{}, err
	}
	g := Gathered{Seen: map[string][]question.Seen{}}
	for _, r := range p.Rules {
		if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
			continue
		}
		g.Rules++
		seen := transcript.Evidence(r, asked)
		if len(seen) > 0 {
			g.Known++
			g.Seen[r.ID] = seen
		}
	}
	return g, nil
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
