package program

import (
	"unicode"
	"unicode/utf8"

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
	out := make([]byte, 0, 512)
	out = append(out, start...)
	empty := len(out)
	for i, choice := range d.Choices {
		if choice.Verdict != question.Answered {
			continue
		}
		if len(out) > empty {
			out = append(out, "; "...)
		}
		q := call.Questions[i]
		out = appendQuoted(out, q.Text)
		out = append(out, joint...)
		out = appendQuoted(out, choice.Answer(q))
		if rules {
			out = append(append(append(out, " (rule "...), choice.Rule...), ')')
		}
	}
	return shorten(string(append(out, end...)), maxDisclosed)
}

// quoted makes a text fit for one line: no control characters, not too long.
func quoted(s string) string { return string(appendQuoted(nil, s)) }

func appendQuoted(out []byte, s string) []byte {
	out = append(out, '"')
	if isPlain(s) {
		return append(append(out, s...), '"')
	}
	start := len(out)
	space, n := false, 0
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = len(out) > start
			continue
		}
		if !unicode.IsPrint(r) {
			continue
		}
		if n++; n > maxQuoted {
			out = append(out, "..."...)
			break
		}
		if space {
			out = append(out, ' ')
			space = false
		}
		out = utf8.AppendRune(out, r)
	}
	return append(out, '"')
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
