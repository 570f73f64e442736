package command

import (
	"strings"
	"testing"

	"neverask/cmd/neverask/internal/cli"
	"neverask/hooks/off"
)

// TestAwayHelp: the help says of being away what every other place says.
func TestAwayHelp(t *testing.T) {
	t.Parallel()
	if help := strings.Join(strings.Fields(Away(&cli.App{}).Long), " "); !strings.Contains(help, off.WhileAway) {
		t.Errorf("%s: it does not say %q", help, off.WhileAway)
	}
}
