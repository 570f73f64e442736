package preferences

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
)

// Contrary is the kind of a finding about a standing answer that the person contradicted.
const Contrary = "contrary"

// A Finding is something about a rule that its owner may not have meant.
type Finding struct {
	// Kind is broken, wide, one-way, duplicate or contradicts; from past questions also unmatched, shadowed, answer,
	// unanswered, paused or always-new.
	Kind    string `json:"kind"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Other   string `json:"-"` // the ID of the other rule involved, if any
}

// NeverAnswers reports whether the rule affected none of the past questions it matches.
func (f Finding) NeverAnswers() bool {
	switch f.Kind {
	case OneWay, "shadowed", "answer", AlwaysNew:
		return true
	}
	return false
}

// A Trouble is why a rule does not do what it says.
type Trouble string

const (
	Contradicted Trouble = "that another one contradicts"
	Unanswering  Trouble = "that never answers"
)

// Troubles lists all troubles, the worst first.
var Troubles = []Trouble{Contradicted, Unanswering}

// Trouble returns the trouble that the finding reports, or "" if the rule works.
func (f Finding) Trouble() Trouble {
	switch f.Kind {
	case "contradicts":
		return Contradicted
	case OneWay, "answer", AlwaysNew:
		return Unanswering
	}
	return ""
}

// MergeFindings adds more findings, each kind at most once for a rule.
func MergeFindings(findings, more []Finding) []Finding {
	for _, f := range more {
		if !slices.ContainsFunc(findings, func(g Finding) bool { return g.Kind == f.Kind && g.Rule == f.Rule }) {
			findings = append(findings, f)
		}
	}
	return findings
}

// Lint checks the rules without past questions. It finds broken rules, patterns that match too much, and rules that
// repeat or contradict another one.
func Lint(p question.Preferences, problems []question.Problem) []Finding {
	var found []Finding
	add := func(kind, rule, format string, args ...any) {
		found = append(found, Finding{Kind: kind, Rule: rule, Message: fmt.Sprintf(format, args...)})
	}
	for _, problem := range problems {
		add(Broken, problem.Rule, "%d:%d: %s", problem.Line, problem.Column, problem.Message)
	}
	earlier := map[string]question.Rule{}
	for _, r := range p.Rules {
		if wide(r.Match) {
			add("wide", r.ID, "the pattern matches any question")
		}
		r.Match.Text = wording.Fingerprint(r.Match.Text) // equal for equal matches
		key := matchKey(r)
		first, repeated := earlier[key]
		switch {
		case !repeated:
			earlier[key] = r
		case same(first, r):
			add("duplicate", r.ID, "says the same as %s", first.ID)
			found[len(found)-1].Other = first.ID
		default:
			kind := "duplicate"
			if !reflect.DeepEqual(first.Effective(), r.Effective()) {
				kind = "contradicts"
			}
			add(kind, r.ID, "matches the same questions as %s, which %s", first.ID, beside(r, first))
			found[len(found)-1].Other = first.ID
		}
	}
	return found
}

// Beside finds another rule of the same scope that matches the same questions as r, more, or fewer, and describes
// that in words. how is "" if there is none.
func Beside(r question.Rule, rules []question.Rule) (other question.Rule, how string) {
	for _, other := range rules {
		covered, covers := other.Match.Covers(r.Match), r.Match.Covers(other.Match)
		switch {
		case other.ID == r.ID || other.Project != r.Project:
		case covered && covers:
			return other, "another rule matches the same questions and " + beside(r, other)
		case covered:
			return other, "another rule matches these questions, too"
		case covers:
			return other, "it also matches the questions of another rule"
		}
	}
	return question.Rule{}, ""
}

// beside says what other does with the questions that both rules match.
func beside(r, other question.Rule) string {
	switch a, b := r.Effective(), other.Effective(); {
	case !a.IsZero() && !b.IsZero() && !reflect.DeepEqual(a, b):
		return "answers differently, so Claude asks"
	case r.Mode == other.Mode && r.OneWay == other.OneWay:
		return "does the same"
	}
	return "does something else; the more careful of the two decides"
}

// wide reports whether a match consists of a pattern that matches everything.
func wide(m question.Match) bool {
	if m.Pattern == "" || m.Marker+m.Text+m.Exact+m.Header+m.Source != "" || len(m.Options) > 0 {
		return false
	}
	re, err := regexp.Compile(m.Pattern)
	return err == nil && (re.MatchString("") || re.MatchString("\x00"))
}

// matchKey returns the same string for rules that match the same questions.
func matchKey(r question.Rule) string {
	return said(question.Fields().Only(r, strictjson.Matching))
}
