package wording

import "testing"

// TestIdioms knows words that are of a kind which is never widened only alone.
func TestIdioms(t *testing.T) {
	for text, want := range map[string]bool{
		"Should the commit message mention it?":    false,
		"Commit Message: shorter?":                 false,
		"Add docstrings to the 3 public functions": false,
		"Is it a dev dependency?":                  false,
		"Should the message mention it?":           true,
		"Should I commit? Message the others?":     true,
		"Send the error message?":                  true,
		"Should I tag the commit messages?":        true,
		"Make the functions public?":               true,
		"Publish the functions?":                   true,
		"Use it for dev?":                          true,
	} {
		if got := KindOf(text); (got != "") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
