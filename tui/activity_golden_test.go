package tui

import "testing"

var activityScreens = []struct {
	name string
	show func(*driver)
}{
	{"activity-empty", func(d *driver) { d.openTab("Activity") }},
}

func TestActivityScreens(t *testing.T) {
	for _, s := range activityScreens {
		screensOf(t, s.name, s.show)
	}
}
