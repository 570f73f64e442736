package tui

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"neverask/diffview"
	"neverask/tui/change"
	"neverask/tui/kit"
)

func TestShort(t *testing.T) {
	for _, c := range []struct{ home, path, want string }{
		{"/home/me", "/home/me/.claude/settings.json", "~/.claude/settings.json"},
		{"/home/me/", "/home/me/x", "~/x"},
		{"/home/me", "/home/adam/x", "/home/adam/x"},
		{"/home/me", "/home/me", "/home/me"},
		{"", "/x", "/x"},
		{"/", "/x", "/x"},
		{"/home/me", "/home/me/a\x1b[31m", "~/a␛[31m"},
	} {
		if got := kit.Short(c.home, c.path); got != c.want {
			t.Errorf("short(%q, %q) = %q, want %q", c.home, c.path, got, c.want)
		}
	}
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"/home/me/x:1:2: bad":         "~/x:1:2: bad",
		"open /home/me/x, /home/me/y": "open ~/x, ~/y",
		"/mnt/home/me/x":              "/mnt/home/me/x",
		"in \"/home/me/x\"":           "in \"~/x\"",
		"run --token s3cr3t":          "run --token •••",
		"a\nb":                        "a␊b",
	} {
		if got := kit.Clean("/home/me", text); got != want {
			t.Errorf("clean(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestWidths(t *testing.T) {
	for _, s := range []string{"", "plain", "漢字かな", "👩‍👩‍👧‍👦🇩🇪", "\x1b[31mred\x1b[m and 漢字"} {
		for width := range 12 {
			if w := kit.Width(kit.Pad(s, width)); w != width {
				t.Errorf("pad(%q, %d) is %d wide", s, width, w)
			}
			if w := kit.Width(kit.Ends(s, s, width)); w > width {
				t.Errorf("ends(%q, %d) is %d wide", s, width, w)
			}
			for _, l := range kit.Wrap(s, width+2) {
				if w := kit.Width(l); w > width+2 {
					t.Errorf("wrap(%q, %d) has a line %d wide", s, width+2, w)
				}
			}
		}
	}
	if got := kit.Ends("title", "/a/long/path/settings.json", 14); got != "…settings.json" {
		t.Errorf("got %q", got)
	}
}

func TestWrapWords(t *testing.T) {
	row := diffview.Row{Kind: diffview.Added, Spans: []diffview.Span{
		{Text: "     command /home/me/.local/share/neverask-hook   args []   timeout 5 s"},
		{Text: "   answers 漢字かな交じり文 questions you chose", Muted: true},
	}}
	squash := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	for width := 2; width < 130; width++ {
		var all strings.Builder
		for _, r := range change.WrapWords(row, width) {
			if r.Width() > width {
				t.Errorf("width %d: %q is %d wide", width, r.String(), r.Width())
			}
			if r.Kind != diffview.Added {
				t.Errorf("width %d: %q lost its kind", width, r.String())
			}
			all.WriteString(r.String())
		}
		if squash(all.String()) != squash(row.String()) {
			t.Errorf("width %d: got %q", width, all.String())
		}
	}
	rows := change.WrapWords(row, 60)
	want := []string{
		"     command /home/me/.local/share/neverask-hook   args []",
		"     timeout 5 s",
		"     answers 漢字かな交じり文 questions you chose",
	}
	for i, r := range rows {
		if i >= len(want) || r.String() != want[i] {
			t.Errorf("row %d is %q", i, r.String())
		}
	}
	if last := rows[len(rows)-1].Spans; !last[len(last)-1].Muted {
		t.Error("the remark lost its look")
	}
}

func TestColors(t *testing.T) {
	for _, c := range []struct {
		environ string
		want    colorprofile.Profile
	}{
		{"TERM=xterm-256color", colorprofile.ANSI256},
		{"TERM=xterm-256color COLORTERM=truecolor", colorprofile.TrueColor},
		{"TERM=xterm-256color NO_COLOR=", colorprofile.ANSI256},
		{"TERM=xterm-256color NO_COLOR=1", colorprofile.ASCII},
		{"TERM=xterm-256color NO_COLOR=please", colorprofile.ASCII},
		{"TERM=xterm-256color NO_COLOR=0 CLICOLOR_FORCE=1", colorprofile.ASCII},
		{"TERM=dumb", colorprofile.NoTTY},
	} {
		if got := colors(strings.Fields(c.environ)); got != c.want {
			t.Errorf("%s: got %v, want %v", c.environ, got, c.want)
		}
	}
}

func TestStartsDark(t *testing.T) {
	for value, want := range map[string]bool{"": true, "15;0": true, "0;15": false, "0;default;7": false, "12;8": true} {
		if got := startsDark([]string{"COLORFGBG=" + value}); got != want {
			t.Errorf("COLORFGBG=%s: dark is %v", value, got)
		}
	}
}

func TestFitPath(t *testing.T) {
	for _, c := range []struct {
		path  string
		width int
		want  string
	}{
		{"user ~/.claude/settings.json", 28, "user ~/.claude/settings.json"},
		{"user ~/.claude/settings.json", 22, "user ~/…/settings.json"},
		{"user ~/.claude/settings.json", 21, "…/settings.json"},
		{"user ~/.claude/settings.json", 14, "…settings.json"},
		{"~/work/店/.claude/settings.json", 27, "~/…/.claude/settings.json"},
		{"what fires?", 6, "…ires?"},
		{"", 3, ""},
	} {
		if got := kit.FitPath(c.path, c.width); got != c.want {
			t.Errorf("%q in %d: got %q, want %q", c.path, c.width, got, c.want)
		}
	}
}

// TestWidth: Width agrees with the terminal library for all characters, alone, in a look, and
// with joiners and modifiers.
func TestWidth(t *testing.T) {
	t.Parallel()
	for r := range rune(0x30000) {
		s := string(r)
		if got, want := kit.Width("a\x1b[1;36m"+s+"\x1b[mb"), lipgloss.Width("a\x1b[1;36m"+s+"\x1b[mb"); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
	for _, s := range []string{"…\ufe0f", "✓\ufe0f", "a\u0301", "→\u200d→", "─\u20e3", "1\ufe0f\u20e3", "\x1b[2", "\x1b[2Jab", "\x1b", "\x1b]8;;x\aab", "\xe2\x80", "ab\nc", "名前", "\tb", "\x7f"} {
		if got, want := kit.Width(s), lipgloss.Width(s); got != want {
			t.Errorf("%q: got %d, want %d", s, got, want)
		}
	}
}

// The title of a plan says what it does and to which file, as far as there is room.
func TestTitleOfAPlan(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.Keys("i", "down", "down", "enter")
	plan, _ := change.DiffOf(d.m.Model)
	for width, want := range map[int]string{
		80: "Install question hooks into ~/work/shop/.claude/settings.local.json",
		62: "Install question hooks into ~/…/.claude/settings.local.json",
		50: "Install question hooks into …/settings.local.json",
		34: "Install question hooks",
		20: "Install",
	} {
		if got := plan.Title(width); got != want {
			t.Errorf("%d columns: got %q, want %q", width, got, want)
		}
	}
}
