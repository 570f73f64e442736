package preferences

import (
	"fmt"
	"slices"
	"strings"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// LintPast holds the rules of a preferences file against the questions that were
// asked, the oldest first. It finds rules that never matched, that other rules
// always overrule, whose labels are no longer offered, or that safety made inert
// each time, and patterns that match questions of all kinds. answered is what the person
// answered, in the order of time: rules that have the last question asked once more are
// found with it; nil finds none of these.
func LintPast(content []byte, asked []transcript.Question, answered []question.PastAnswer) ([]Finding, error) {
	rules, _, err := question.ParsePreferences(content)
	if err != nil {
		return nil, err
	}
	lookup, _, err := question.Compile(content)
	if err != nil {
		return nil, err
	}
	p := past{rules: lookup, replayer: transcript.Replayer{Settings: lookup}, topics: map[string][]*record{}, wordings: map[string]bool{}, records: map[string]*record{}}
	for _, r := range rules.Rules {
		p.records[r.ID] = &record{matches: r.Match.Matcher(), wordings: map[string]bool{}}
	}
	for i := range asked {
		p.add(&asked[i])
	}
	var found []Finding
	for _, r := range rules.Rules {
		if kind, message := p.assess(r); kind != "" {
			found = append(found, Finding{kind, r.ID, message, p.records[r.ID].overruling})
			if kind != "unmatched" && kind != "wide" {
				continue // Claude asks each time
			}
		}
		if answered != nil && p.isUnanswered(r, answered) {
			found = append(found, Finding{Kind: Unanswered, Rule: r.ID, Message: "Claude asks you this once; then the rule answers"})
		}
	}
	return found, nil
}

// past is the questions that were asked, as the rules met them.
type past struct {
	rules    *question.Compiled
	replayer transcript.Replayer
	// topics are the rules that match a question, by all of it that rules look
	// at, so that a question is looked at once however often it came.
	topics   map[string][]*record
	wordings map[string]bool    // fingerprints
	records  map[string]*record // by the ID of the rule
}

// record is what a rule met.
type record struct {
	matches    func(question.Call, question.Question, question.Identity) bool
	wordings   map[string]bool
	latest     []*transcript.Question // the last few, the newest last
	won        bool                   // it decided at least one
	overruling string                 // the ID of a rule that decided another one
}

// kept is how many of the latest questions are decided again for a verdict.
const kept = 8

func (p *past) add(q *transcript.Question) {
	server, ok := question.IsTool(q.Tool)
	if !ok || q.Cut {
		return
	}
	asked := asMatched(q)
	key := strings.Join(append(asked.Labels(), q.Text, q.Header, q.Tool, q.Source, q.Project), "\x00")
	matching, known := p.topics[key]
	if !known {
		matching = p.matching(q, question.Call{Tool: q.Tool, Server: server, Source: q.Source}, asked)
		p.topics[key] = matching
	}
	for _, r := range matching {
		if r.latest = append(r.latest, q); len(r.latest) > kept {
			r.latest = r.latest[1:]
		}
	}
}

// matching finds the rules that match a question, and remembers which one decides
// it.
func (p *past) matching(q *transcript.Question, c question.Call, asked question.Question) (matching []*record) {
	id := question.Identify(asked)
	p.wordings[id.Fingerprint] = true
	at := p.replayer.Situation(q.Project)
	var rules []question.Rule
	for _, r := range p.rules.For(c, asked, id) {
		if seen := p.records[r.ID]; seen != nil && seen.matches(c, asked, id) && (r.Project == "" || at.Within(r.Project)) {
			seen.wordings[id.Fingerprint] = true
			matching, rules = append(matching, seen), append(rules, r)
		}
	}
	if len(rules) == 0 {
		return nil
	}
	winner := rules[0].ID
	if len(rules) > 1 {
		call, err := q.Call()
		if err != nil {
			return nil
		}
		winner = p.replayer.Decide(call, q.Project, rules...).Choices[0].Rule
	}
	for i, met := range matching {
		if rules[i].ID == winner {
			met.won = true
		} else {
			met.overruling = winner
		}
	}
	return matching
}

// Unanswered is the kind of a rule that answers, but not yet.
const Unanswered = "unanswered"

// isUnanswered reports whether the next question of a rule that answers is asked once more: the
// person has not answered the last one so. One that is asked every time is not.
func (p *past) isUnanswered(r question.Rule, answered []question.PastAnswer) bool {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay || StillAsked(r) != "" {
		return false
	}
	latest := p.records[r.ID].latest
	if len(latest) == 0 {
		return !slices.ContainsFunc(answered, func(a question.PastAnswer) bool {
			_, err := r.Answering(a.Asked(), a.Question)
			return err == nil
		})
	}
	q := latest[len(latest)-1]
	call, err := q.Call()
	replayer := transcript.Replayer{Settings: p.rules, Past: question.Lookup(answered)}
	if err != nil {
		return false
	}
	d := replayer.Decide(call, q.Project, r)
	return !d.LeftAlone && d.Choices[0].New != ""
}

// What makes a pattern too wide: so many wordings, and this part of all.
const (
	manyWordings = 10
	wideShare    = 5
)

// assess says what is to be known of a rule.
func (p *past) assess(r question.Rule) (kind, message string) {
	seen := p.records[r.ID]
	switch n := len(seen.wordings); {
	case len(p.wordings) == 0:
		return "", ""
	case n == 0:
		return "unmatched", "no past question looks like this"
	case !seen.won:
		return "shadowed", fmt.Sprintf("another rule decides every question it matches, such as %s", seen.overruling)
	case r.Match.Pattern != "" && n >= manyWordings && wideShare*n >= len(p.wordings):
		return "wide", fmt.Sprintf("the pattern matches %d of the %d different questions that were asked", n, len(p.wordings))
	case r.Mode == question.AlwaysAsk || r.Answer.Word == question.Usual:
		return "", ""
	}
	if lack := LackOf(&p.replayer, r, seen.latest[len(seen.latest)-1]); lack != nil {
		return "answer", lack.String()
	}
	for _, q := range slices.Backward(seen.latest) {
		call, err := q.Call()
		if err != nil {
			return "", ""
		}
		if c := p.replayer.Decide(call, q.Project, r).Choices[0]; c.Ruled != question.Asked || len(c.OneWay) == 0 {
			return "", ""
		}
	}
	return "one-way", "the questions that it matches are about irreversible actions, so Claude asks them despite the rule"
}
