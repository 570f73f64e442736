package question

import (
	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Sameness says how alike a question must be to one that the person answered before.
type Sameness string

// The values of Sameness.
const (
	// SameEverything: everything the person is shown is equal, and so is the call.
	SameEverything Sameness = "everything"
	// SameOptions: the same labels are offered, and the safety check finds nothing in
	// whatever else has changed.
	SameOptions Sameness = "options"
)

// Sameness returns how alike a question must be for the rule to answer it. The wording may vary
// under a marker, by which a skill's author identifies the question.
func (r Rule) Sameness() Sameness {
	switch {
	case r.OneWay != "":
		return SameEverything
	case r.Same != "":
		return r.Same
	case r.rank() == rankMarker && r.Answer.Word != Usual:
		return SameOptions
	}
	return SameEverything
}

var sames = []strictjson.Choice{
	{Word: string(SameEverything), About: "answers only questions identical to one you have answered"},
	{
		Word:  string(SameOptions),
		About: "also answers other wordings with the same options, if what has changed is harmless",
	},
}

// Samenesses returns the values of "same", the strictest first.
func Samenesses() []strictjson.Choice { return sames }

func readSame(m hooks.Member, to *string) *strictjson.Fault {
	*to = m.Value.String()
	for _, c := range sames {
		if *to == c.Word {
			return nil
		}
	}
	return strictjson.Wrong(m.Value, `"same" can only be "everything" or "options"`)
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
