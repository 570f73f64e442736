package question

import (
	"strings"
	"time"
)

// WrongNote is the note of a rule of which a person says on a day that an answer was
// wrong.
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
