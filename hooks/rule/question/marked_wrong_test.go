package question

import (
	"strings"
	"testing"
	"time"
)

// TestMarkedWrong: a note marks the answer to one question of one call, also where it has the question's text cut.
func TestMarkedWrong(t *testing.T) {
	const text = "Wait for “main” or for “next”?"
	whole := WrongNote(time.Unix(0, 0), "Yes", text, "call-1")
	cut := WrongNote(time.Unix(0, 0), "Yes", strings.TrimSuffix(text, "“next”?")+"…", "call-1")
	for _, c := range []struct {
		note, text, call string
		want             bool
	}{
		{whole, text, "call-1", true},
		{cut, text, "call-1", true},
		{"mine; " + whole + "; " + cut, text, "call-1", true},
		{whole, text, "call-2", false},
		{cut, text, "call-2", false},
		{whole, "Another?", "call-1", false},
		{cut, "Another?", "call-1", false},
		{"for “…” (call-1)", text, "call-1", false},
		{"", text, "call-1", false},
	} {
		if got := MarkedWrong(c.note, c.text, c.call); got != c.want {
			t.Errorf("%q marks %q of %s: %v", c.note, c.text, c.call, got)
		}
	}
}
