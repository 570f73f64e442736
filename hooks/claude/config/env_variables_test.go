package config

import (
	"strings"
	"testing"
)

func TestVariables(t *testing.T) {
	for _, c := range situations(t, "variables.txtar") {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			tree(t, root, c.files)
			if got := strings.Join(Variables(site(root)), " "); got != c.expect["variables"] {
				t.Errorf("got %s, want %s", got, c.expect["variables"])
			}
		})
	}
}
