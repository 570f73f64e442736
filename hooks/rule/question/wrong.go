package question

import (
	"strings"
	"time"
)

// WrongNote returns the note of a rule whose answer a person has marked as wrong on that day.
func WrongNote(day time.Time, answer, text string) string {
	return day.Format(time.DateOnly) + ": " + wrongFor(answer, text)
}

// MarkedWrong reports whether a note says that an answer was wrong.
func MarkedWrong(note, answer, text string) bool {
	return strings.Contains(note, wrongFor(answer, text))
}

func wrongFor(answer, text string) string {
	return "“" + answer + "” was wrong for “" + text + "”"
}
