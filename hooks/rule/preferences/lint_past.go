package preferences

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// LintPast compares the rules of a preferences file with past questions, the oldest first. It finds rules that never
// matched, that other rules always overrule, whose labels are no longer offered, or that the safety check always
// stopped, and patterns that match questions of all kinds. A rule that matched none is judged by its words. With the person's answers, in chronological order, it also
// finds rules whose next question is asked once more, and rules for which every question is new.
func LintPast(content []byte, asked []transcript.Question, answered []question.PastAnswer) ([]Finding, error) {
	rules, _, err := question.ParsePreferences(content)
	if err != nil {
		return nil, err
	}
	lookup, _, err := question.Compile(content)
	if err != nil {
		return nil, err
	}
	p := past{
		rules: lookup, replayer: transcript.Replayer{Settings: lookup},
		topics: map[string]topic{}, wordings: map[string]bool{}, records: map[string]*record{},
	}
	p.answered, p.lookup = answered, question.Lookup(answered)
	for _, r := range rules.Rules {
		since, _ := time.Parse(time.RFC3339, r.Created.At) // zero, the beginning, if it is not recorded
		p.records[r.ID] = &record{matches: r.Match.Matcher(), wordings: map[string]bool{}, since: since}
	}
	for i := range asked {
		p.add(&asked[i])
	}
	var found []Finding
	for _, r := range rules.Rules {
		if len(p.records[r.ID].latest) == 0 { // else its questions are judged, which say more than its words
			if why := StillAsked(r, answered); why != "" {
				found = append(found, Finding{Kind: OneWay, Rule: r.ID, Message: why})
				continue
			}
		}
		if kind, message := p.assess(r); kind != "" {
			found = append(found, Finding{kind, r.ID, message, p.records[r.ID].overruling})
			if kind != Unmatched && kind != "wide" {
				continue // Claude asks each time
			}
		}
		if answered == nil {
			continue
		}
		if kind, message := p.lintEvidence(r); kind != "" {
			found = append(found, Finding{Kind: kind, Rule: r.ID, Message: message})
		}
	}
	return found, nil
}

// past holds past questions, and what each rule did with them.
type past struct {
	rules    *question.Compiled
	replayer transcript.Replayer
	// topics maps everything in a question that rules look at to the rules that match it, so that a repeated question
	// is examined once.
	topics   map[string]topic
	wordings map[string]bool    // fingerprints
	records  map[string]*record // by the ID of the rule
	answered []question.PastAnswer
	lookup   func(question.Call, question.Question) []question.PastAnswer // finds answers among them
}

// topic holds the rules that match a question, and the one that decides it, or nil.
type topic struct {
	matching []*record
	winner   *record
}

// record holds what a rule did with past questions.
type record struct {
	matches    func(question.Call, question.Question, question.Identity) bool
	wordings   map[string]bool
	latest     []*transcript.Question // the last few, the newest last
	whole      *transcript.Question   // the last one whose option descriptions are known, or nil
	won        bool                   // it decided at least one
	beyond     bool                   // it applies beyond the project of a rule that overruled it
	overruling string                 // the ID of a rule that overruled it
	since      time.Time              // when the rule was created
	decided    []*transcript.Question // the last few since then that it decided, and left to the person
	asked      int                    // how many of these there were
	answers    int                    // how many questions it answered since then
}

// kept is how many of the latest questions are decided again to assess a rule.
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

// latestWith appends a question, and keeps only the last few.
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

// A pattern is too wide if it matches this many wordings, and at least one in wideShare of all.
const (
	manyWordings = 10
	wideShare    = 5
)

// assess returns the finding about a rule, if any.
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
		if q.Judged && q.FromLogAlone() { // without the descriptions the check may find more, or less
			if !q.OneWay {
				return "", ""
			}
			continue
		}
		call, err := q.Call()
		if err != nil {
			return "", ""
		}
		if c := p.replayer.Decide(call, q.Project, r).Choices[0]; c.Ruled != question.Asked || len(c.OneWay) == 0 {
			return "", ""
		}
	}
	return OneWay, "the questions it matches are about irreversible actions, so Claude asks them despite the rule"
}
