package drawing

import (
	"testing"

	"neverask/hooks/rule/question"
)

// The status line decides how much of a name it has room for.
func TestQuotedIsWhole(t *testing.T) {
	text := "Should I also update the documentation in api/README.md?"
	want := "“Should I also update the documentation in {api/README.md}?”"
	if got := Quoted(question.Rule{Match: question.Match{Text: text}}); got != want {
		t.Error(got)
	}
}

// Rules for the same questions are told apart by the values in their wordings, even if a
// wording is cut.
func TestName(t *testing.T) {
	for _, tt := range []struct {
		match question.Match
		width int
		want  string
	}{
		{question.Match{Text: "Fix the 3 tests?"}, 40, "Fix the {3} tests?"},
		{question.Match{Text: "Fix the 3 tests in the folder of the server?"}, 20, "Fix the {3} tests i…"},
		{question.Match{Text: "Should we remove the folder for temporary results and fix the 12 tests?"}, 30, "Should we …nd fix the {12} te…"},
		{question.Match{Text: "Should we remove the folder for temporary results and fix the 13 tests?"}, 30, "Should we …nd fix the {13} te…"},
		{question.Match{Text: "Should we remove the folder for temporary results?"}, 20, "Should we remove th…"},
		{question.Match{Header: "A header that is much too long"}, 20, "header A header tha…"},
	} {
		if got := Name(tt.match, tt.width); got != tt.want {
			t.Errorf("%+v in %d: %q, want %q", tt.match, tt.width, got, tt.want)
		}
	}
}
