package dispatch

import "testing"

func TestWords(t *testing.T) {
	for matcher, want := range map[string]string{
		"": "everything", "*": "everything", "Bash": "exactly Bash", "Bash| Edit": "exactly Bash or Edit", "a,b|c": "exactly a, b or c",
		"|": "nothing: it names nothing", "Bash.*": "pattern Bash.*", "(": "nothing: it is not a regular expression",
		narrow("*"): "everything but questions", narrow("Ba.*"): "pattern Ba.*, but no questions",
	} {
		if got := Words(&matcher); got != want {
			t.Errorf("%q: %q, want %q", matcher, got, want)
		}
	}
	if got := Words(nil); got != "everything" {
		t.Errorf("none: %q", got)
	}
}
