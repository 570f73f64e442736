package question

import (
	"strings"
	"time"
)

// WrongNote returns the note of a rule whose answer in a call a person has marked as wrong on that day.
func WrongNote(day time.Time, answer, text, call string) string {
	return Day(day) + ": “" + answer + "” was wrong " + wrongFor(text, call)
}

// MarkedWrong reports whether a note says that the answer in a call was wrong. The note may have the question's text cut.
func MarkedWrong(note, text, call string) bool {
	if strings.Contains(note, wrongFor(text, call)) {
		return true
	}
	for _, rest, more := strings.Cut(note, "for “"); more; _, rest, more = strings.Cut(rest, "for “") {
		if start, _, cut := strings.Cut(rest, "…” ("+call+")"); cut && start != "" && strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

func wrongFor(text, call string) string { return "for “" + text + "” (" + call + ")" }
