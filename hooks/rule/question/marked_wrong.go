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

// Unmarked says that an edit of a rule takes away the mark of an answer as wrong. It follows what was done to the rule.
const Unmarked = "its answer is no longer marked as wrong"

// Unmarks reports whether a mark is lost when r becomes now, the zero rule if it is removed: the note has it, and only a
// rule that always asks keeps it.
func (r Rule) Unmarks(now Rule) bool { return now.marks() < r.marks() }

func (r Rule) marks() int {
	if r.Mode != AlwaysAsk {
		return 0
	}
	return strings.Count(r.Note, "” was wrong for “")
}

func wrongFor(text, call string) string { return "for “" + text + "” (" + call + ")" }
