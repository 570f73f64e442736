package question

import "time"

// WrongNote is the note of a rule of which a person says on a day that an answer was
// wrong.
func WrongNote(day time.Time, answer, text string) string {
	return day.Format(time.DateOnly) + ": “" + answer + "” was wrong for “" + text + "”"
}
