package drawing

import (
	"testing"

	"neverask/hooks/rule/question"
)

// TestCreatedText: what a rule was made with is something that there is.
func TestCreatedText(t *testing.T) {
	for by, want := range map[string]string{
		"":                          "1 Nov 2026",
		"rules add":                 "1 Nov 2026 with neverask rules add",
		"suggest":                   "1 Nov 2026 with neverask rules suggest",
		"rules suggest":             "1 Nov 2026 with neverask rules suggest",
		"rules wrong":               "1 Nov 2026 from an answer marked as wrong",
		"an answer marked as wrong": "1 Nov 2026 from an answer marked as wrong",
		"a suggestion":              "1 Nov 2026 from a suggestion",
	} {
		if got := CreatedText(question.Created{At: "2026-11-01T12:00:00Z", By: by}); got != want {
			t.Errorf("%q: %q, want %q", by, got, want)
		}
	}
}
