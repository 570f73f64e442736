package command

import (
	"testing"

	"neverask/hooks/claude/transcript"
)

func TestWeekSaysWhatIsWrong(t *testing.T) {
	got := weekText(transcript.Counts{Asked: 5, Answered: 3, Overwritten: 1}, 2)
	if want := "5 questions, 3 answered for you (2 marked as wrong), 1 overwritten by another hook"; got != want {
		t.Errorf("%q instead of %q", got, want)
	}
}
