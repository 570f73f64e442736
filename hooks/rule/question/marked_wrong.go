package question

import (
	"strings"
	"time"
)

// WrongNote returns the note of a rule whose answer in a call a person has marked as wrong on that day.
func WrongNote(day time.Time, answer, text, call string) string {
	return Day(day) + ": “" + answer + "” was wrong " + wrongFor(text, call)
}

// MarkedWrong reports whether a note says that the answer in a call was wrong.
func MarkedWrong(note, text, call string) bool { return strings.Contains(note, wrongFor(text, call)) }

func wrongFor(text, call string) string { return "for “" + text + "” (" + call + ")" }
