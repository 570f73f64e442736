package cli

import "testing"

// TestMeant: what is nearly a word that is known is taken for it, what is far from
// all, or near too many, is not.
func TestMeant(t *testing.T) {
	for _, c := range []struct {
		typed string
		known []string
		want  string
	}{
		{"Bsah", []string{"Bash", "Read"}, "did you mean: Bash"},
		{"9c6eb1116", []string{"9c6eb11169", "1254e8e43e"}, "did you mean: 9c6eb11169"},
		{"xy", []string{"ab", "xz"}, "did you mean: xz"},
		{"nothing", []string{"Bash"}, "else"},
		{"", []string{"Bash"}, "else"},
		{"k", []string{"k1", "k2", "k3", "k4"}, "else"},
		{"two wrods", []string{"two words", "-x", ""}, "did you mean: two words"},
	} {
		if got := Meant(c.typed, c.known, "else"); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.typed, c.known, got, c.want)
		}
	}
}
