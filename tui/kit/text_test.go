package kit

import (
	"slices"
	"strings"
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
		{"run ~/bin/auto-answer.sh once", 14, []string{"run ~/bin/", "auto-answer.sh", "once"}},
		{"~/bin/auto-answer.sh: it answers", 26, []string{"~/bin/auto-answer.sh: it", "answers"}},
		{"is at ~/bin/auto-answer.sh now", 21, []string{"is at", "~/bin/auto-answer.sh", "now"}},
		{"run ~/bin/auto\u2011answer-x.sh once", 23, []string{"run", "~/bin/auto\u2011answer-x.sh", "once"}},
		{"a \uf8ff ~/x-y", 5, []string{"a \uf8ff", "~/x-y"}},
		{"a left-over word", 8, []string{"a left-", "over", "word"}},
		{"~/state/backups/0123-4567.json", 18, []string{"~/state/backups/", "0123-4567.json"}},
	} {
		if got := Wrap(tt.text, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %d: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

// TestSeparators: where a text is wrapped, a separator stays at the end of the line, and where it is cut, none is left.
func TestSeparators(t *testing.T) {
	for want, got := range map[string]string{
		"one · two · / three":    strings.Join(Wrap("one · two · three", 11), " / "),
		"one · / two · four":     strings.Join(Wrap("one · two · four", 10), " / "),
		"a word / or two · / b":  strings.Join(Wrap("a word or two · b", 8), " / "),
		"in / ~/c.json · / next": strings.Join(Wrap(Tied("in ~/c.json")+" · next", 11), " / "),
		"abcdef / next":          strings.Join(Wrap("abcdef · next", 6), " / "),
		"~/a/b/ / c.json / next": strings.Join(Wrap("~/a/b/c.json · next", 6), " / "),
		"Yes…":                   Fit("Yes · last 1h ago", 6),
		"a rule…":                Fit("a rule — for you", 9),
		"x · y…":                 Fit("x · yes", 6),
		"first second …":         strings.Join(Cut([]string{"first", "second ·", "third"}, 2, 20), " "),
		"first secon …":          strings.Join(Cut([]string{"first", "second", "third"}, 2, 7), " "),
		"·…":                     Fit("· info", 2),
		"update …":               Fit("update … to the newest", 9),
		"update “x…":             Fit("update “x… to the newest", 11),
		"\x1b[1mYes…\x1b[m more": Fit("\x1b[1mYes · last\x1b[m", 6) + " more",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestFold: a message is wrapped before its quote is shortened, and the next step is never lost.
func TestFold(t *testing.T) {
	const saved = "✓ saved “Where should the paper discuss it?”, off until the hooks are installed · i to install · z to undo"
	for _, tt := range []struct {
		text        string
		most, width int
		want        []string
	}{
		{"✓ saved “Run it?” · z to undo", 3, 30, []string{"✓ saved “Run it?” · z to undo"}},
		{saved, 3, 78, []string{
			"✓ saved “Where should the paper discuss it?”, off until the hooks are",
			"installed · i to install · z to undo",
		}},
		{saved, 3, 50, []string{"✓ saved “Where should the paper disc…”, off until", "the hooks are installed · i to install · z to undo"}},
		{saved, 3, 38, []string{
			"✓ saved “Where should the paper", "discuss it?”, off until the hooks are", "installed · i to install · z to undo",
		}},
		{saved, 1, 80, []string{"✓ saved “Where s…”, off until the hooks are installed · i to install · z to undo"}},
		{saved, 1, 70, []string{"✓ saved “Where should…”, off until the hooks are installed · z to undo"}},
		{"✓ moved to position 2 · z to undo", 3, 28, []string{"✓ moved to position 2 ·", "z to undo"}},
		{"two facts · and a third, which is longer than a line", 1, 30, []string{"two facts · and a third, whi …"}},
	} {
		if got := fold(tt.text, tt.most, tt.width); !slices.Equal(got, tt.want) {
			t.Errorf("on %d lines of %d: %q, want %q", tt.most, tt.width, got, tt.want)
		}
	}
}
