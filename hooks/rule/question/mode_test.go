package question

import "testing"

// TestModeWords: people read one word for a mode wherever it is shown.
func TestModeWords(t *testing.T) {
	for mode, want := range map[Mode]string{
		NeverAsk: "never ask", AskOnlyForOneWay: "reversible", PreferMode: "prefer", AlwaysAsk: "always ask",
	} {
		if got := mode.Words(); got != want {
			t.Errorf("%s is called %q, want %q", mode, got, want)
		}
	}
}
