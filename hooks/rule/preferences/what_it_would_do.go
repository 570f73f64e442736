package preferences

import (
	"fmt"
	"strings"

	"neverask/hooks/rule/question"
)

// NothingFound ends an outlook where the safety check has nothing to say.
const NothingFound = "The safety check found nothing."

// WhatItWouldDo says to the person, in whole sentences, what a rule that they make will do:
// when they are asked, what is new each time, and that the safety check has found nothing. What it has found is for [Lint]. answered
// is how often they have answered so what the rule is about.
func WhatItWouldDo(r question.Rule, answered int) (list []string) {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
		return nil
	}
	if r.HeldUp() != "" && r.OneWay == "" {
		return nil
	}
	concern := r.Concern()
	first := ""
	if r.Answer.Label != "" && concern == "" {
		first = fmt.Sprintf(", with %q first", r.Answer.Label)
	}
	list = append(list, outlookOnce(r, answered, first)...)
	if concern == "" && !r.IsJudgedByQuestion() {
		list = append(list, NothingFound)
	}
	return list
}

// outlookOnce says when the person is asked once more, and what is answered then.
func outlookOnce(r question.Rule, answered int, first string) []string {
	asked := fmt.Sprintf("You are asked once more%s; ", first)
	count := "Your answer counts: "
	if answered > 1 {
		count = fmt.Sprintf("Your %d answers count: ", answered)
	}
	if r.Sameness() == question.SameOptions {
		switch then := "questions with this ID and the same options are answered, however they are worded."; {
		case r.ByLabels() && answered > 0:
			return []string{count + "a question with these options that reads like one of those is answered, from 3 answers in 2 sessions on."}
		case r.ByLabels():
			return []string{"A question with these options is answered once you have answered it so at least 3 times in 2 sessions, and it reads like one of those."}
		case r.Match.Marker == "" && answered == 0:
			return []string{asked + "then it is answered with the same options, whatever is told of them."}
		case r.Match.Marker == "":
			return []string{count + "it is answered with the same options, whatever is told of them."}
		case answered == 0:
			return []string{asked + "then " + then}
		default:
			return []string{count + then}
		}
	}
	switch values := r.Varies(); {
	case answered > 0:
		return []string{count + "exactly those questions are answered, and every other one is asked once."}
	case r.Match.Exact == "" && r.Match.Text == "":
		return []string{fmt.Sprintf("Each question that it matches is asked once%s; only exactly the same question is then answered.", first)}
	case r.Match.Exact == "" && len(values) > 0:
		return []string{asked + "then exactly the same question is answered, and one with another value in place of " + quotedList(values) + " is asked once, too."}
	}
	return []string{asked + "then exactly the same question is answered."}
}

// Uncounted says of a rule whose question has no answer on record that Claude asks it, given how
// often the person answered it so in past sessions, at least once.
func Uncounted(answered int) string {
	if answered == 1 {
		return "your answer in a past session does not count yet; Claude asks you once more"
	}
	return fmt.Sprintf("your %d answers in past sessions do not count yet; Claude asks you once more", answered)
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
