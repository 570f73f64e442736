package kit

import (
	"slices"
	"testing"
)

// TestWrapOfPaths: a path that is longer than a line is broken before its last elements, not within a position.
func TestWrapOfPaths(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  []string
	}{
		{"in ~/.claude/settings.json:4:66", 31, []string{"in ~/.claude/settings.json:4:66"}},
		{"in ~/.claude/settings.json:4:66", 28, []string{"in", "~/.claude/settings.json:4:66"}},
		{"in ~/.claude/settings.json:4:66", 27, []string{"in ~/.claude/", "settings.json:4:66"}},
		{"~/work/shop/.claude/settings.json:4:66", 18, []string{"~/work/shop/", ".claude/", "settings.json:4:66"}},
		{"~/state/backups/0123-4567.json", 18, []string{"~/state/backups/", "0123-4567.json"}},
	} {
		if got := Wrap(tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %d: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}
