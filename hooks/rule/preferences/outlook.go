package preferences

import (
	"fmt"
	"strings"

	"neverask/hooks/rule/question"
)

// Outlook says to the person, in whole sentences, what a rule that they make will do:
// when they are asked, what is new each time, and that the safety check has found nothing. What it has found is for [Lint]. seen
// is how often they saw what the rule is about.
func Outlook(r question.Rule, seen int) (list []string) {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
		return nil
	}
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	concern := r.Concern()
	if concern != "" && r.OneWay == "" {
		return nil
	}
	first := ""
	if r.Answer.Label != "" && concern == "" {
		first = fmt.Sprintf(", with %q first", r.Answer.Label)
	}
	switch {
	case seen == 1:
		say("Your answer counts, so that question is answered at once.")
	case seen > 1:
		say("Your %d answers count, so those questions are answered at once.", seen)
	default:
		say("You are asked once more%s; from then on it is answered.", first)
	}
	switch values := r.Varies(); {
	case r.Match.Exact != "":
	case r.Match.Text == "":
		say("Every other question that it matches is asked once, too.")
	case len(values) > 0:
		say("You are also asked once for each new value in place of %s.", quotedList(values))
	}
	if concern == "" {
		say("The safety check found nothing.")
	}
	return list
}

// quotedList is a list in words: "a", "b" or "c".
func quotedList(values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = fmt.Sprintf("%q", v)
	}
	if n := len(quoted) - 1; n > 0 {
		return strings.Join(quoted[:n], ", ") + " or " + quoted[n]
	}
	return strings.Join(quoted, "")
}
