package program

import (
	"strings"
	"unicode"

	"neverask/hooks/rule/question"
)

// What is disclosed about an automatic answer is short: the client caps strings
// at 10,000 characters, and the person reads one line in the transcript.
const (
	maxQuoted    = 200
	maxDisclosed = 4000
)

// told is the line that the person sees for the answers given for them.
func told(call question.Call, d question.Decision) string {
	return sentence(call, d, "neverask answered ", " with ", "", true)
}

// disclosed tells the model which answers did not come from a person's click.
func disclosed(call question.Call, d question.Decision) string {
	return sentence(call, d, "The user was not shown the following. neverask, a hook the user installed, answered from the user's saved preferences: ",
		" = ", ".", false)
}

// denied is the reason the model reads when a call is refused because its answer
// is known.
func denied(call question.Call, d question.Decision) string {
	return sentence(call, d, "Not asked, because the user's saved preferences answer it: ",
		" = ", ". Go on with that and do not ask again.", false)
}

// sentence lists the questions answered for the person with their answers.
func sentence(call question.Call, d question.Decision, start, joint, end string, rules bool) string {
	var list []string
	for i, choice := range d.Choices {
		if choice.Verdict != question.Answered {
			continue
		}
		q := call.Questions[i]
		said := quoted(q.Text) + joint + quoted(choice.Answer(q))
		if rules {
			said += " (rule " + choice.Rule
			if choice.Same == question.SameOptions {
				said += ", " + question.SameOptionsText(choice.Before)
			}
			said += ")"
		}
		list = append(list, said)
	}
	return shorten(start+strings.Join(list, "; ")+end, maxDisclosed)
}

// quoted makes a text fit for one line: no control characters, not too long.
func quoted(s string) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || unicode.IsSpace(r) {
			return r
		}
		return -1
	}, s)
	return `"` + shorten(strings.Join(strings.Fields(visible), " "), maxQuoted) + `"`
}

// shorten cuts a text after so many characters.
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
