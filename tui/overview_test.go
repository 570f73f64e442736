package tui

import (
	"strings"
	"testing"
)

// On a fresh machine, everything fits the first screen.
func TestFirstScreenFits(t *testing.T) {
	t.Parallel()
	d := driverWith(t, func(f *fake) {
		f.Put(userFile, contested)
		f.Put(rulesFile, "")
		withAdvice(f)
	}, 80, 24)
	d.Sees("Claude Code ", "1 hook in the way", "▸ ○ Install neverask", "2 answers to settle", "enter install…")
	if strings.Contains(d.Screen(), "1–") {
		t.Errorf("it scrolls:\n%s", d.Screen())
	}
}
