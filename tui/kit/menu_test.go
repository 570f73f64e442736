package kit_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
	"neverask/tui/kit/kittest"
)

// keyless is a place with a sign and without keys of its own.
type keyless struct{ kittest.Blank }

func (keyless) Page(int, int, *kit.Styles) kit.Page { return kit.Lines([]string{"● something …"}) }

// TestKeysComeFirst: the help explains signs after the keys, even if a screen has no keys of its own.
func TestKeysComeFirst(t *testing.T) {
	d := kittest.Show(t, &kit.Model{Now: func() time.Time { return kittest.Noon }}, keyless{}, nil, 80, 40)
	d.Keys("?")
	screen := d.Screen()
	if keys, signs := strings.Index(screen, "Everywhere"), strings.Index(screen, "Signs"); keys < 0 || signs < keys {
		t.Errorf("signs at %d, keys at %d:\n%s", signs, keys, screen)
	}
}

// TestMenusCountEntries: a menu with more entries than rows says which are visible, however many lines they take.
func TestMenusCountEntries(t *testing.T) {
	for _, width := range []int{40, 80, 160} {
		d := kittest.Show(t, &kit.Model{Now: func() time.Time { return kittest.Noon }}, keyless{}, nil, width, 24)
		var all []kit.MenuEntry
		for range 30 {
			all = append(all, kit.MenuEntry{Group: "All", Text: "an entry with so many words that it takes several lines in a narrow terminal"})
		}
		d.M.Push(kit.NewMenu("All", all))
		d.Send(struct{}{})
		d.Sees(" 1–", " of 30 ")
		for range 90 { // an entry whose last line is not visible does not count
			d.Send(tea.WindowSizeMsg{Width: width, Height: d.M.Height + 1})
			d.SeesNot("–30 of 30")
		}
	}
}

// TestNoLettersStrewnOverLongTexts: letters in several words of a question are no hit, except their first ones.
func TestNoLettersStrewnOverLongTexts(t *testing.T) {
	const refactoring, board = "The refactoring of the tokenizer touches 40 files. How should I split it?",
		"The new board has 16 MB of flash at the bottom, so how should the updates be stored?"
	v := kit.NewMenu("", []kit.MenuEntry{{Group: "Log", Text: refactoring}, {Group: "Log", Text: board}, {Group: "Home", Text: "Run the tests"}})
	for typed, want := range map[string]int{"root": 0, "bash": 0, "refctr": 1, "tno": 0, "nbh1": 1, "runtes": 1} {
		*v.Typing() = kit.NewInput(typed)
		v.TypedText(nil)
		if got := max(len(v.Rows)-1, 0); got != want {
			t.Errorf("%s: %d found", typed, got)
		}
	}
}
