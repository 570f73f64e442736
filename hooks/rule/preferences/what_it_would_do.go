package preferences

import (
	"fmt"

	"neverask/hooks/rule/question"
)

// NothingFound ends an outlook if the safety check finds nothing.
const NothingFound = "The safety check found nothing."

// WhatItWouldDo tells the person, in whole sentences, what a new rule will do: when they are asked, what is new each
// time, and whether the safety check found nothing. [Lint] reports what it found. given is how often they seem to have
// given the rule's answer to its questions, proven how many of these answers count because it is known that they gave
// them, and concern is what the safety check finds, see [Concern].
func WhatItWouldDo(r question.Rule, given, proven int, concern string) (list []string) {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
		return nil
	}
	if concern != "" && r.HeldUp() != "" && r.OneWay == "" {
		return nil
	}
	first := ""
	if r.Answer.Label != "" && concern == "" {
		first = fmt.Sprintf(", with %q first", r.Answer.Label)
	}
	list = append(list, outlookOnce(r, counting(given, proven), proven, first)...)
	if concern == "" && !r.IsJudgedByQuestion() {
		list = append(list, NothingFound)
	}
	return list
}

// counting says which answers count, where others have another number of the answers given.
func counting(given, proven int) string {
	switch {
	case given > proven && proven == 1:
		return fmt.Sprintf("1 of your %d answers counts, the one that a transcript shows to be yours: ", given)
	case given > proven:
		return fmt.Sprintf("%d of your %d answers count, those that a transcript shows to be yours: ", proven, given)
	case proven == 1:
		return "Your answer counts: "
	}
	return fmt.Sprintf("Your %d answers count: ", proven)
}

// outlookOnce says when the person is asked once more, and what the rule answers then.
func outlookOnce(r question.Rule, count string, answered int, first string) []string {
	asked := fmt.Sprintf("You are asked once more%s; ", first)
	if r.Sameness() == question.SameOptions {
		switch then := "questions with this ID and the same options are answered, however they are worded."; {
		case r.ByLabels() && answered > 0:
			return []string{count +
				"after 3 answers in 2 sessions, a question with these options that reads like one of those is answered."}
		case r.ByLabels():
			return []string{"After 3 such answers in 2 sessions, a question with these options that reads like one of those is answered."}
		case r.Match.Marker == "" && answered == 0:
			return []string{asked + "then it is answered with the same options, whatever their descriptions."}
		case r.Match.Marker == "":
			return []string{count + "it is answered with the same options, whatever their descriptions."}
		case answered == 0:
			return []string{asked + "then " + then}
		default:
			return []string{count + then}
		}
	}
	switch values := r.Varies(); {
	case answered > 0:
		return []string{count + "the same questions are answered from now on; a different one is asked once first."}
	case r.Match.Exact == "" && r.Match.Text == "":
		return []string{fmt.Sprintf(
			"Each question it matches is asked once%s; only exactly the same question is then answered.", first)}
	case r.Match.Exact == "" && values != "":
		return []string{asked + "then exactly the same question is answered, and one with another value in place of " +
			values + " is asked once, too."}
	}
	return []string{asked + "then exactly the same question is answered."}
}

// Uncounted says that Claude still asks a question that has no answer on record, although the person gave the rule's
// answer in past sessions, at least once.
func Uncounted(answered int) string {
	if answered == 1 {
		return "your answer in a past session does not count yet; Claude asks you once more"
	}
	return fmt.Sprintf("your %d answers in past sessions do not count yet; Claude asks you once more", answered)
}
