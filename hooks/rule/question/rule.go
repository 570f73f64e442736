package question

import (
	"regexp"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
)

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

// checkSame reports whether "same" contradicts the other members.
func (r Rule) checkSame() error {
	switch r.Same {
	case "", SameEverything:
		return nil
	case SameOptions:
	}
	switch {
	case r.OneWay != "":
		return strictjson.Misfit("same", `"same": "options" does not go with "oneWay"`)
	case r.rank() > rankText && !r.ByLabels():
		return strictjson.Misfit("same", `"same": "options" needs a match by marker, exact, text or options`)
	case r.Answer.Labels != nil || r.Answer.Text != "" || r.Answer.Word == Usual:
		return strictjson.Misfit("same", `"same": "options" needs one label or "recommended" as the answer`)
	}
	return nil
}

// Varies returns the values in a rule's wording that may vary: the rule also matches questions
// with other values, each of which is asked once.
func (r Rule) Varies() (values []string) {
	for _, s := range wording.Slots(r.Match.Text) {
		values = append(values, r.Match.Text[s.From:s.To])
	}
	return values
}

// Effective returns the answer that the rule gives; none while it always asks.
func (r Rule) Effective() Answer {
	if r.Mode == AlwaysAsk {
		return Answer{}
	}
	return r.Answer
}

func readAnswer(in hooks.Member, to *Answer) *strictjson.Fault {
	if s, ok := in.Value.Text(); ok && s != "" {
		*to = ParseAnswer(s)
		return nil
	}
	*to = Answer{}
	if in.Value.Len() != 1 || answerFields.Read("an answer", in.Value, to) != nil {
		return strictjson.Wrong(in.Value,
			`"answer" must be "recommended", "usual", a label, or an object with one of "label", "labels", "text"`)
	}
	return nil
}
