package drawing

import (
	"testing"

	"neverask/hooks/rule/question"
)

// The status line decides how much of a name it has room for.
func TestQuotedIsWhole(t *testing.T) {
	text := "Should I also update the documentation in api/README.md?"
	want := "“Should I also update the documentation in …?”"
	if got := Quoted(question.Rule{Match: question.Match{Text: text}}); got != want {
		t.Error(got)
	}
}
