package program

import (
	"strings"
	"unicode"

	"neverask/hooks/rule/question"
)

// Messages about automatic answers are short: the client truncates strings at 10,000 characters,
// and the person reads one line in the transcript.
const (
	maxQuoted    = 200
	maxDisclosed = 4000
)

// personMessage tells the person which answers were given for them.
func personMessage(call question.Call, d question.Decision) string {
	return joined(
		sentence("neverask answered ", list(call, d, isRuled, " with ", byRule), ""),
		sentence("neverask answered while you are away: ", list(call, d, isAwayChoice, " with ", byAway),
			"; review with \"neverask back\""))
}

// modelContext tells the model which answers the person did not choose.
func modelContext(call question.Call, d question.Decision) string {
	return joined(
		sentence("The user was not shown the following. neverask, a hook the user installed, answered from the user's saved preferences: ",
			list(call, d, isRuled, " = ", nil), "."),
		sentence("The user is away and was not shown the following. neverask, a hook the user installed, chose as the user configured, and the user will review it: ",
			list(call, d, isAwayChoice, " = ", nil), "."))
}

// denyReason is the reason that the model reads when a call is refused because its answer is
// known.
func denyReason(call question.Call, d question.Decision) string {
	return sentence("Not asked, because the user's saved preferences answer it: ",
		list(call, d, isRuled, " = ", nil), ". Go on with that and do not ask again.")
}

func isRuled(c question.Choice) bool      { return c.Verdict == question.Answered && c.Away == "" }
func isAwayChoice(c question.Choice) bool { return c.Verdict == question.Answered && c.Away != "" }

// byRule names the rule that answered.
func byRule(c question.Choice) string {
	said := " (rule " + c.Rule
	if c.Same == question.SameOptions {
		said += ", " + question.SameOptionsText(c.Before)
	}
	return said + ")"
}

// byAway names the rule that answered, or says why there is an answer without one.
func byAway(c question.Choice) string {
	if c.Away == question.AwayByRule {
		return byRule(c)
	}
	return " (" + c.Away.String() + ")"
}

// list names the questions of some choices, with their answers.
func list(call question.Call, d question.Decision, wanted func(question.Choice) bool,
	joint string, by func(question.Choice) string) (list []string) {
	for i, choice := range d.Choices {
		if !wanted(choice) {
			continue
		}
		q := call.Questions[i]
		said := quoted(q.Text) + joint + quoted(choice.Answer(q))
		if by != nil {
			said += by(choice)
		}
		list = append(list, said)
	}
	return list
}

// sentence joins a list between start and end; without a list, it is empty.
func sentence(start string, list []string, end string) string {
	if len(list) == 0 {
		return ""
	}
	return shorten(start+strings.Join(list, "; ")+end, maxDisclosed)
}

// quoted makes a text fit for one line: without control characters, and not too long.
func quoted(s string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, s)
	return `"` + shorten(strings.Join(strings.Fields(visible), " "), maxQuoted) + `"`
}

// shorten truncates a text to limit characters.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > limit {
			return s[:i] + "..."
		}
	}
	return s
}
