package runtime

import (
	"strings"
	"unicode"

	"neverask/hooks/question"
)

// What is disclosed about an automatic answer is short: the client caps strings
// at 10,000 characters, and the person reads one line in the transcript.
const (
	maxQuoted    = 200
	maxDisclosed = 4000
)

// told is the line that the person sees for the answers given for them.
func told(call question.Call, d question.Decision) string {
	return shorten("neverask answered "+pairs(call, d, " with ", true), maxDisclosed)
}

// disclosed tells the model which answers did not come from a person's click.
func disclosed(call question.Call, d question.Decision) string {
	return shorten("The user was not shown the following. neverask, a hook the user installed, answered from the user's saved preferences: "+
		pairs(call, d, " = ", false)+".", maxDisclosed)
}

// denied is the reason the model reads when a call is refused because its answer
// is known.
func denied(call question.Call, d question.Decision) string {
	return shorten("Not asked, because the user's saved preferences answer it: "+pairs(call, d, " = ", false)+
		". Go on with that and do not ask again.", maxDisclosed)
}

// pairs lists the questions answered for the person with their answers.
func pairs(call question.Call, d question.Decision, joint string, rules bool) string {
	var out strings.Builder
	for i, choice := range d.Choices {
		if choice.Verdict != question.Answered {
			continue
		}
		if out.Len() > 0 {
			out.WriteString("; ")
		}
		q := call.Questions[i]
		out.WriteString(quoted(q.Text) + joint + quoted(choice.Answer(q)))
		if rules {
			out.WriteString(" (rule " + choice.Rule + ")")
		}
	}
	return out.String()
}

// quoted makes a text fit for one line: no control characters, not too long.
func quoted(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, s)), " ")
	return `"` + shorten(s, maxQuoted) + `"`
}

func shorten(s string, limit int) string {
	n := 0
	for i := range s {
		if n++; n > limit {
			return s[:i] + "..."
		}
	}
	return s
}
