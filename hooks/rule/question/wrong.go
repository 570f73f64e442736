package question

import (
	"bytes"
	"time"
)

const wasWrong = "” was wrong for “"

// WrongNote is the note of a rule of which a person says on a day that an answer was
// wrong.
func WrongNote(day time.Time, answer, text string) string {
	return day.Format(time.DateOnly) + ": “" + answer + wasWrong + text + "”"
}

// WrongSince counts in preferences the answers that were said to be wrong since a day.
func WrongSince(preferences []byte, since time.Time) (n int) {
	for {
		before, after, found := bytes.Cut(preferences, []byte(wasWrong))
		if !found {
			return n
		}
		preferences = after
		start := bytes.LastIndex(before, []byte(": “"))
		if start < len(time.DateOnly) {
			continue
		}
		if day, err := time.ParseInLocation(time.DateOnly, string(before[start-len(time.DateOnly):start]), since.Location()); err == nil && !day.AddDate(0, 0, 1).Before(since) {
			n++
		}
	}
}
