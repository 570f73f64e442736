package toolrule

import (
	"regexp/syntax"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestRequired(t *testing.T) {
	for pattern, want := range map[string]string{
		`push`:                     "push",
		`(?i)push`:                 "",
		`git\s+(push)\b`:           "git push",
		`git|push`:                 "",
		`(?:git)+x`:                "git x",
		`(?:git)*x`:                "x",
		`(?:git){2,3}`:             "git",
		`(?:git){0,3}`:             "",
		`.*`:                       "",
		`^\bgit(?:\s-C\s\S+)*push`: "git push",
		`a?bc`:                     "bc",
		`é+`:                       "é",
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		musttest.Do(t, err)
		if got := strings.Join(required(re, nil), " "); got != want {
			t.Errorf("%s: got %q, want %q", pattern, got, want)
		}
	}
}
