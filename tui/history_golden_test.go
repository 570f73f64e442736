package tui

import (
	"strings"
	"testing"
)

// busy makes some changes: one in two files, one that is undone, and a rule.
func busy(d *driver) {
	onHooks(d)
	d.park("notify")
	d.chooseRow("guard.sh")
	d.keys("m", "down", "up", "enter", "a", "y", "enter")
	d.chooseRow("shiny")
	d.keys("d", "a", "y", "enter", "z", "a", "y", "enter")
	d.openTab("Changes")
}

// clash makes two edits of one hook, so that the first is covered.
func clash(d *driver) {
	onHooks(d)
	for _, more := range []string{"1", "2"} {
		d.chooseRow("notify")
		d.keys("e")
		d.text(more)
		d.keys("enter", "a", "y", "enter")
	}
	d.openTab("Changes")
	d.keys("down")
}

// byHand edits a hook, and then somebody else does.
func byHand(d *driver) {
	onHooks(d)
	d.chooseRow("notify")
	d.keys("e")
	d.text("1")
	d.keys("enter", "a", "y", "enter")
	d.f.put(userFile, strings.Replace(d.f.get(userFile), "notify done1", "notify again", 1))
	d.openTab("Changes")
}

var historyScreens = []struct {
	name string
	show func(*driver)
}{
	{"history", busy},
	{"history-empty", func(d *driver) { d.openTab("Changes") }},
	{"history-looking", func(d *driver) { d.hold = true; d.openTab("Changes") }},
	{"history-parts", func(d *driver) { busy(d); d.keys("G", "up") }},
	{"history-record", func(d *driver) { busy(d); d.keys("G", "enter") }},
	{"history-record-unified", func(d *driver) { busy(d); d.keys("G", "up", "enter", "s") }},
	{"history-undone", func(d *driver) { busy(d); d.keys("down") }},
	{"history-undo", func(d *driver) { busy(d); d.keys("G", "z") }},
	{"history-undo-result", func(d *driver) { busy(d); d.keys("G", "z", "a", "y") }},
	{"history-redo", func(d *driver) { busy(d); d.keys("down", "Z") }},
	{"history-superseded", clash},
	{"history-superseded-record", func(d *driver) { clash(d); d.keys("enter") }},
	{"history-superseded-undo", func(d *driver) { clash(d); d.keys("z") }},
	{"history-blocked", byHand},
	{"history-blocked-undo", func(d *driver) { byHand(d); d.keys("z") }},
	{"history-find", func(d *driver) { busy(d); d.keys("/"); d.text("noti") }},
	{"history-file", func(d *driver) { busy(d); d.keys("G", "up", "f") }},
	{"history-read-only", func(d *driver) { busy(d); d.m.ReadOnly = true; d.m.Say("") }},
}

func TestHistoryScreens(t *testing.T) {
	for _, s := range historyScreens {
		screensOf(t, s.name, s.show)
	}
}
