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

// TestUnmarks: a mark is lost with its note, with the rule, and with the mode that has Claude ask.
func TestUnmarks(t *testing.T) {
	one := WrongNote(time.Unix(0, 0), "Yes", "Go on?", "call-1")
	marked := Rule{Mode: AlwaysAsk, Note: "mine; " + one + "; " + WrongNote(time.Unix(0, 0), "Yes", "Go on?", "call-2")}
	for name, c := range map[string]struct {
		before, now Rule
		want        bool
	}{
		"nothing changed": {marked, marked, false},
		"another match":   {marked, Rule{Mode: AlwaysAsk, Note: marked.Note, Match: Match{Header: "Next"}}, false},
		"another mode":    {marked, Rule{Mode: PreferMode, Note: marked.Note}, true},
		"no note":         {marked, Rule{Mode: AlwaysAsk}, true},
		"one mark less":   {marked, Rule{Mode: AlwaysAsk, Note: one}, true},
		"one mark more":   {Rule{Mode: AlwaysAsk, Note: one}, marked, false},
		"removed":         {marked, Rule{}, true},
		"not marked":      {Rule{Mode: AlwaysAsk, Note: "it was wrong for “me”"}, Rule{}, false},
		"did not ask":     {Rule{Mode: NeverAsk, Note: one}, Rule{}, false},
	} {
		if got := c.before.Unmarks(c.now); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
