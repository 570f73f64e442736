package question

import (
	"fmt"
	"regexp"

	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
)

// Rule says what to do with the questions that it matches.
type Rule struct {
	ID      string `json:"id"`
	Match   Match  `json:"match"`
	Mode    Mode   `json:"mode"`
	Answer  Answer `json:"answer,omitzero"`   // kept but unused with AlwaysAsk; see [Rule.Effective]
	Project string `json:"project,omitempty"` // a directory; "" applies everywhere
	OneWay  string `json:"oneWay,omitempty"`  // "allow" or ""
	// Same says how alike a question must be to one that the person answered; see [Rule.Sameness].
	Same    Sameness `json:"same,omitempty"`
	Created Created  `json:"created,omitzero"`
	Note    string   `json:"note,omitempty"`
}

// Created records where a rule came from.
type Created = strictjson.Created

// read reads rules.
var read = strictjson.Rules[Rule]{Fields: fields, ID: func(r *Rule) *string { return &r.ID }}

// OneWayAllow is the value of Rule.OneWay that lets a rule answer one-way
// questions.
const OneWayAllow = "allow"

// Check reports what is wrong with the rule as a whole, beyond single members.
func (r Rule) Check() error {
	if r.rank() == rankNone {
		return strictjson.Needed("text", `"match" is empty`)
	}
	switch r.Mode {
	case AlwaysAsk: // an always-ask rule may keep an answer
	case NeverAsk, AskOnlyForOneWay, PreferMode:
		if r.Answer.IsZero() {
			return strictjson.Needed("answer", "no answer")
		}
	default:
		return strictjson.Misfit("mode", "unknown mode %q", r.Mode)
	}
	if r.Mode == PreferMode && r.Answer.Text != "" {
		return strictjson.Misfit("answer", `a "prefer" rule cannot prefer free text`)
	}
	if err := strictjson.CheckDirectory("project", r.Project); err != nil {
		return err
	}
	if r.OneWay != "" {
		if r.OneWay != OneWayAllow {
			return strictjson.Misfit("oneWay", `"oneWay" can only be "allow"`)
		}
		if r.Mode != NeverAsk {
			return strictjson.Misfit("oneWay", `"oneWay" does not go with mode %q`, r.Mode)
		}
		if r.rank() > rankText {
			return strictjson.Misfit("oneWay", `"oneWay" needs a match by marker, exact or text`)
		}
	}
	if err := r.checkSame(); err != nil {
		return err
	}
	if r.Match.Pattern != "" {
		if _, err := regexp.Compile(r.Match.Pattern); err != nil {
			return strictjson.Misfit("pattern", "pattern: %v", err)
		}
	}
	return nil
}

// Varies lists the values in a rule's wording that may vary: "“a.go”, “b” or “3”"; "" if there are
// none. The rule also matches questions with other values, each of which is asked once.
func (r Rule) Varies() (list string) {
	found := wording.Slots(r.Match.Text)
	for i, s := range found {
		switch {
		case i == 0:
		case i == len(found)-1:
			list += " or "
		default:
			list += ", "
		}
		list += "“" + r.Match.Text[s.From:s.To] + "”"
	}
	return list
}

// Effective returns the answer that the rule gives; none while it always asks.
func (r Rule) Effective() Answer {
	if r.Mode == AlwaysAsk {
		return Answer{}
	}
	return r.Answer
}

// NewID derives a short id from the rule's match, mode and project. Two rules that agree in
// these get the same id; the caller then appends something.
func (r Rule) NewID() string {
	m := r.Match
	h := hash(fmt.Sprintf("%q %q %q", []string{m.Marker, m.Exact, m.Text, m.Header, m.Pattern, m.Source, m.Tool},
		m.Options, []string{string(r.Mode), r.Project}))
	return fmt.Sprintf("r-%06x", h&0xffffff)
}
