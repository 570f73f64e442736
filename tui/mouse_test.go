package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// clickOn clicks on the first place where a text is seen.
func (d *driver) clickOn(text string) {
	d.t.Helper()
	for y, row := range strings.Split(d.screen(), "\n") {
		if before, _, ok := strings.Cut(row, text); ok {
			d.send(tea.MouseClickMsg{X: len([]rune(before)) + 1, Y: y, Button: tea.MouseLeft})
			return
		}
	}
	d.t.Fatalf("%q is not on the screen:\n%s", text, d.screen())
}

func TestMouse(t *testing.T) {
	for _, size := range sizes {
		d := newDriver(t, newFake(t), size[0], size[1])
		d.f.put(userFile, typical)
		d.keys("i")
		d.clickOn(") project")
		d.sees("▸ (•) project")
		d.clickOn(") user")
		d.sees("▸ (•) user")
		d.clickOn(") user")
		d.sees("apply…")
		if size[1] < 40 {
			d.keys("s")
			before := d.screen()
			d.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
			if d.screen() == before {
				t.Error("the wheel does not scroll")
			}
			d.send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
			if d.screen() != before {
				t.Error("the wheel does not scroll back")
			}
		}
		d.keys("a")
		d.clickOn("Yes, make")
		if len(d.f.applied) != 0 {
			t.Fatal("one click writes")
		}
		d.sees("▸ Yes, make")
		d.clickOn("Yes, make")
		d.sees("✓ Question hooks installed")
	}
}

// clicks outside of what can be clicked do nothing.
func TestStrayClicks(t *testing.T) {
	d := onConfirm(t)
	before := d.screen()
	d.send(tea.MouseClickMsg{X: 0, Y: 12, Button: tea.MouseLeft})
	d.send(tea.MouseClickMsg{X: 79, Y: 23, Button: tea.MouseLeft})
	for y := range 24 {
		d.send(tea.MouseClickMsg{X: 40, Y: y, Button: tea.MouseRight})
	}
	if d.screen() != before {
		t.Errorf("got:\n%s", d.screen())
	}
}
