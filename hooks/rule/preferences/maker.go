package preferences

import (
	"slices"
	"strings"

	"neverask/hooks/rule/question"
)

// A Maker is what made a rule: the member "by" of "created". A text that is none of these comes from a person.
type Maker string

// Makers of rules.
const (
	ByAdd        Maker = "rules add"
	BySuggest    Maker = "rules suggest"
	ByScreens    Maker = "neverask"     // typed in a form
	ByQuestion   Maker = "a question"   // a form that a past question filled
	BySuggestion Maker = "a suggestion" // accepted on a screen
	ByWrong      Maker = "an answer marked as wrong"
)

// importing is followed by where a rule was imported from.
const importing = "import "

// ByImport is the import of a file, or of the rules of another program.
func ByImport(from string) Maker { return Maker(importing + from) }

// ImportedFrom returns what [ByImport] was given; ok is false for other makers.
func (m Maker) ImportedFrom() (from string, ok bool) { return strings.CutPrefix(string(m), importing) }

// MadeFromQuestions reports whether a rule was made from past questions, which were judged then.
func MadeFromQuestions(r question.Rule) bool {
	return slices.Contains([]Maker{BySuggest, BySuggestion, ByQuestion}, Maker(r.Created.By))
}
