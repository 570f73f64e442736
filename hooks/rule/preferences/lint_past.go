package preferences

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// LintPast holds the rules of a preferences file against the questions that were asked, the oldest
// first. It finds rules that never matched, that other rules always overrule, whose labels are no
// longer offered, or that safety made inert each time, and patterns that match questions of all kinds.
// answered is what the person answered, in the order of time: rules that have the last question asked
// once more, and those to which each is new, are found with it; nil finds none of these.
func LintPast(content []byte, asked []transcript.Question, answered []question.PastAnswer) ([]Finding, error) {
	rules, _, err := question.ParsePreferences(content)
	if err != nil {
		return nil, err
	}
	lookup, _, err := question.Compile(content)
	if err != nil {
		return nil, err
	}
	p := past{rules: lookup, replayer: transcript.Replayer{Settings: lookup}, topics: map[string]topic{}, wordings: map[string]bool{}, records: map[string]*record{}}
	p.answered, p.lookup = answered, question.Lookup(answered)
	for _, r := range rules.Rules {
		since, _ := time.Parse(time.RFC3339, r.Created.At) // from the beginning, where nobody wrote it down
		p.records[r.ID] = &record{matches: r.Match.Matcher(), wordings: map[string]bool{}, since: since}
	}
	for i := range asked {
		p.add(&asked[i])
	}
	var found []Finding
	for _, r := range rules.Rules {
		if kind, message := p.assess(r); kind != "" {
			found = append(found, Finding{kind, r.ID, message, p.records[r.ID].overruling})
			if kind != Unmatched && kind != "wide" {
				continue // Claude asks each time
			}
		}
		if answered == nil {
			continue
		}
		if kind, message := p.lacksEvidence(r); kind != "" {
			found = append(found, Finding{Kind: kind, Rule: r.ID, Message: message})
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
	topics   map[string]topic
	wordings map[string]bool    // fingerprints
	records  map[string]*record // by the ID of the rule
	answered []question.PastAnswer
	lookup   func(question.Call, question.Question) []question.PastAnswer // in these
}

// topic is the rules that match a question, and the one that decides it, or nil.
type topic struct {
	matching []*record
	winner   *record
}

// record holds what a rule met.
type record struct {
	matches    func(question.Call, question.Question, question.Identity) bool
	wordings   map[string]bool
	latest     []*transcript.Question // the last few, the newest last
	whole      *transcript.Question   // the last of which it is known what it told of its options; or nil
	won        bool                   // it decided at least one
	beyond     bool                   // it holds beyond the project of a rule that decided another one
	overruling string                 // the ID of a rule that decided another one
	since      time.Time              // the rule is there
	decided    []*transcript.Question // the last few since then that it decided, and left to the person
	asked      int                    // how many these were in all
	answers    int                    // how many it answered since then
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
	t, known := p.topics[key]
	if !known {
		t = p.topic(q, question.Call{Tool: q.Tool, Server: server, Source: q.Source}, asked)
		p.topics[key] = t
	}
	for _, r := range t.matching {
		r.latest = latestWith(r.latest, q)
		if q.Whole() {
			r.whole = q
		}
	}
	if t.winner != nil {
		t.winner.decide(q)
	}
}

// latestWith adds a question to the last few.
func latestWith(latest []*transcript.Question, q *transcript.Question) []*transcript.Question {
	latest = append(latest, q)
	return latest[max(0, len(latest)-kept):]
}

// decide counts a question that the rule decided.
func (r *record) decide(q *transcript.Question) {
	switch {
	case q.Time.Before(r.since) || q.By == transcript.OtherHook:
	case q.By == transcript.Neverask:
		r.answers++
	default:
		r.asked++
		r.decided = latestWith(r.decided, q)
	}
}

// topic finds the rules that match a question, and remembers which one decides it.
func (p *past) topic(q *transcript.Question, c question.Call, asked question.Question) (t topic) {
	id := question.Identify(asked)
	p.wordings[id.Fingerprint] = true
	at := p.replayer.Situation(q.Project)
	var rules []question.Rule
	for _, r := range p.rules.For(c, asked, id) {
		if seen := p.records[r.ID]; seen != nil && seen.matches(c, asked, id) && (r.Project == "" || at.Within(r.Project)) {
			seen.wordings[id.Fingerprint] = true
			t.matching, rules = append(t.matching, seen), append(rules, r)
		}
	}
	if len(rules) == 0 {
		return topic{}
	}
	winner := rules[0].ID
	if len(rules) > 1 {
		call, err := q.Call()
		if err != nil {
			return topic{}
		}
		winner = p.replayer.Decide(call, q.Project, rules...).Choices[0].Rule
	}
	by := slices.IndexFunc(rules, func(r question.Rule) bool { return r.ID == winner })
	for i, met := range t.matching {
		if rules[i].ID == winner {
			met.won, t.winner = true, met
		} else {
			met.overruling = winner
			breadth := breadthOfProjects(rules[i].Project, rules[by].Project)
			met.beyond = met.beyond || breadth != 0 && breadth != 1
		}
	}
	return t
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
		return Unmatched, "no past question looks like this"
	case !seen.won && !seen.beyond:
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
	return OneWay, "the questions that it matches are about irreversible actions, so Claude asks them despite the rule"
}
