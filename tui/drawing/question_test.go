package drawing

import (
	"testing"

	"neverask/hooks/claude/transcript"
)

// TestGiven: a list has answers as rules have them, and words of the person's own as they typed them.
func TestGiven(t *testing.T) {
	options := []transcript.Option{{Label: "OS keychain (Recommended)"}, {Label: "Config file"}}
	for _, c := range []struct {
		answer string
		chosen []int
		want   string
	}{
		{"OS keychain (Recommended)", []int{0}, "OS keychain"},
		{"OS keychain (Recommended), Config file", []int{0, 1}, "OS keychain, Config file"},
		{"as OS keychain (Recommended)", nil, "as OS keychain (Recommended)"},
	} {
		if got := Given(&transcript.Question{Options: options, Answer: c.answer, Chosen: c.chosen}); got != c.want {
			t.Errorf("%q: %q", c.answer, got)
		}
	}
}
