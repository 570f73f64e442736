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
