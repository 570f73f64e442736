package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestMouse(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		d := newDriver(t, newFake(t), size[0], size[1])
		d.f.Put(userFile, typical)
		d.Keys("i")
		d.ClickOn("  project")
		d.Sees("▸ project")
		d.ClickOn("  user")
		d.Sees("▸ user")
		d.ClickOn("▸ user")
		d.Sees("y apply")
		for _, view := range []string{"unified", "semantic", "unified"} {
			d.Keys("right")
			d.Sees("▸" + view)
		}
		if size[1] < 40 {
			before := d.Screen()
			d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
			if d.Screen() == before {
				t.Error("the wheel does not scroll")
			}
			d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
			if d.Screen() != before {
				t.Error("the wheel does not scroll back")
			}
		}
		d.ClickOn("y apply")
		d.Sees("✓ installed question hooks")
	}
}

// Clicks on anything else do nothing.
func TestStrayClicks(t *testing.T) {
	d := onPlan(t)
	before := d.Screen()
	d.Send(tea.MouseClickMsg{X: 79, Y: 23, Button: tea.MouseLeft})
	for y := range 24 {
		d.Send(tea.MouseClickMsg{X: 40, Y: y, Button: tea.MouseRight})
	}
	if d.Screen() != before {
		t.Errorf("got:\n%s", d.Screen())
	}
}

// TestWheelOverTheDetail: the wheel over the detail scrolls only the detail, to its end; the
// detail of another row begins at its top.
func TestWheelOverTheDetail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ width, height, x, y int }{{80, 24, 10, 17}, {160, 16, 140, 6}} {
		d := driverWith(t, nil, c.width, c.height)
		d.Keys("2")
		before := d.Screen()
		d.Sees("☐ Tests", "press → for all", "▸ ● never ask  Run the tests")
		for range 20 {
			d.Send(tea.MouseWheelMsg{X: c.x, Y: c.y, Button: tea.MouseWheelDown})
		}
		d.Send(tea.MouseClickMsg{X: c.x, Y: c.y, Button: tea.MouseLeft})
		d.Sees("created", "▸ ● never ask  Run the tests")
		d.SeesNot("☐ Tests", "press → for all")
		d.Keys("down", "up")
		d.Sees("☐ Tests")
		for range 20 {
			d.Send(tea.MouseWheelMsg{X: c.x, Y: c.y, Button: tea.MouseWheelDown})
		}
		for range 20 {
			d.Send(tea.MouseWheelMsg{X: c.x, Y: c.y, Button: tea.MouseWheelUp})
		}
		if d.Screen() != before {
			t.Errorf("%d columns: it is not as before:\n%s", c.width, d.Screen())
		}
		d.Send(tea.MouseWheelMsg{X: 10, Y: 6, Button: tea.MouseWheelDown})
		if d.Screen() == before {
			t.Errorf("%d columns: the wheel over the list does nothing", c.width)
		}
	}
}
