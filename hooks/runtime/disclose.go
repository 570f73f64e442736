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
	out.Grow(512)
	for i, choice := range d.Choices {
		if choice.Verdict != question.Answered {
			continue
		}
		if out.Len() > 0 {
			out.WriteString("; ")
		}
		q := call.Questions[i]
		out.WriteString(quoted(q.Text))
		out.WriteString(joint)
		out.WriteString(quoted(choice.Answer(q)))
		if rules {
			out.WriteString(" (rule ")
			out.WriteString(choice.Rule)
			out.WriteByte(')')
		}
	}
	return out.String()
}

// quoted makes a text fit for one line: no control characters, not too long.
func quoted(s string) string {
	if isPlain(s) {
		return `"` + s + `"`
	}
	s = shorten(s, 4*maxQuoted) // what follows looks at every character
	var out strings.Builder
	out.Grow(len(s) + 2)
	out.WriteByte('"')
	space, n := false, 0
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = out.Len() > 1
			continue
		}
		if !unicode.IsPrint(r) {
			continue
		}
		if n++; n > maxQuoted {
			out.WriteString("...")
			break
		}
		if space {
			out.WriteByte(' ')
			space = false
		}
		out.WriteRune(r)
	}
	out.WriteByte('"')
	return out.String()
}

// isPlain reports whether quoted would leave a text as it is.
func isPlain(s string) bool {
	last := byte(' ')
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' || s[i] == ' ' && last == ' ' {
			return false
		}
		last = s[i]
	}
	return len(s) <= maxQuoted && last != ' '
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
