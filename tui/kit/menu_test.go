package kit_test

import (
	"strings"
	"testing"
	"time"

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
