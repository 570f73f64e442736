//go:build unix

package tui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/settings/musttest"
	"neverask/tui/termtest"
)

// click clicks on the first occurrence of a text.
func click(term *termtest.Terminal, text string) {
	for y, row := range strings.Split(term.WaitText(text), "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			x := utf8.RuneCountInString(before) + 2
			term.React()
			term.Type(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%[1]d;%[2]dm", x, y+1))
			return
		}
	}
}

// Two conflicts are decided and undone with the mouse alone.
func TestJourneyConflictsByMouse(t *testing.T) {
	t.Parallel()
	p := newTwoHooks(t)
	term := p.start(120, 40)
	see(term, "✗ 1 hook and ▲ 1 in the way", "Install neverask")
	term.WaitGone("reading past questions") // the line above the cards disappears
	click(term, "Install neverask")
	term.WaitText("Where should the hooks go?")
	click(term, "enter continue")
	see(term, "Conflict 1 of 2", "▸ narrow")
	click(term, "▸ narrow")
	see(term, "Conflict 2 of 2", "▸ park")
	click(term, "▸ park")
	see(term, "refuse no longer runs on questions (narrow)", "kept by neverask; uninstall puts it back (park)")
	click(term, "y apply")
	term.WaitText("✓ installed question hooks")
	if got := p.content(); strings.Contains(got, "~/hooks/answer") {
		t.Errorf("not parked:\n%s", got)
	}
	see(term, "enter add a rule…", "O off for 2 h", "z undo: install") // the whole help line
	click(term, "z undo: install")
	term.WaitText("Undo: ")
	click(term, "y apply")
	term.WaitText("✓ undone")
	if got := p.content(); got != twoHooks {
		t.Errorf("undone:\n%s", got)
	}
	leave(t, term, "ctrl+c")
}

// A theme is switched live, kept in ~/.config/neverask/screens.json, and used by the next
// start.
func TestJourneyTheme(t *testing.T) {
	t.Parallel()
	p := newPerson(t, before)
	p.env = []string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "COLORTERM=truecolor"}
	styles := func(term *termtest.Terminal) string { // without the help line, which names the change to undo
		lines := strings.Split(term.Styled(), "\n")
		return strings.Join(lines[:len(lines)-1], "\n")
	}
	term := p.start(100, 30)
	term.WaitText("Install neverask")
	plain, styled := styles(term), ""
	term.Key(":")
	term.WaitText("Go to or do anything")
	term.Type("catppuccin")
	see(term, "› catppuccin", " catppuccin: ")
	term.Key("enter")
	term.WaitText("✓ set the theme to catppuccin")
	term.Key("1") // clears the message
	term.WaitGone("✓ set the theme to catppuccin")
	term.WaitFor("the theme", func(string) bool { styled = styles(term); return styled != plain })
	leave(t, term, "ctrl+c")
	if kept := musttest.Read(t, filepath.Join(p.home, ".config", "neverask", "screens.json")); strings.TrimSpace(string(kept)) != `{"theme":"catppuccin"}` {
		t.Errorf("kept is %s", kept)
	}
	term = p.start(100, 30)
	term.WaitFor("the theme from the start", func(string) bool { return styles(term) == styled })
	leave(t, term, "ctrl+c")
}
