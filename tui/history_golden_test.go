package tui

import (
	"strings"
	"testing"
)

// busy makes some changes: one in two files, one that is undone, and a rule.
func busy(d *driver) {
	onHooks(d)
	d.park("notify")
	d.Choose("guard.sh")
	d.Keys("m", "down", "up", "enter", "a", "y", "enter")
	d.Choose("shiny")
	d.Keys("d", "a", "y", "enter", "z", "a", "y", "enter")
	d.openTab("Changes")
}

// clash makes two edits of one hook, so that the first is covered.
func clash(d *driver) {
	onHooks(d)
	for _, more := range []string{"1", "2"} {
		d.Choose("notify")
		d.Keys("e")
		d.Text(more)
		d.Keys("enter", "a", "y", "enter")
	}
	d.openTab("Changes")
	d.Keys("down")
}

// byHand edits a hook, and then somebody else does.
func byHand(d *driver) {
	onHooks(d)
	d.Choose("notify")
	d.Keys("e")
	d.Text("1")
	d.Keys("enter", "a", "y", "enter")
	d.f.Put(userFile, strings.Replace(d.f.Get(userFile), "notify done1", "notify again", 1))
	d.openTab("Changes")
}

var historyScreens = []struct {
	name string
	show func(*driver)
}{
	{"history", busy},
	{"history-empty", func(d *driver) { d.openTab("Changes") }},
	{"history-looking", func(d *driver) { d.Hold = true; d.openTab("Changes") }},
	{"history-parts", func(d *driver) { busy(d); d.Keys("G", "up") }},
	{"history-record", func(d *driver) { busy(d); d.Keys("G", "enter") }},
	{"history-record-unified", func(d *driver) { busy(d); d.Keys("G", "up", "enter", "s") }},
	{"history-undone", func(d *driver) { busy(d); d.Keys("down") }},
	{"history-undo", func(d *driver) { busy(d); d.Keys("G", "z") }},
	{"history-undo-result", func(d *driver) { busy(d); d.Keys("G", "z", "a", "y") }},
	{"history-redo", func(d *driver) { busy(d); d.Keys("down", "Z") }},
	{"history-superseded", clash},
	{"history-superseded-record", func(d *driver) { clash(d); d.Keys("enter") }},
	{"history-superseded-undo", func(d *driver) { clash(d); d.Keys("z") }},
	{"history-blocked", byHand},
	{"history-blocked-undo", func(d *driver) { byHand(d); d.Keys("z") }},
	{"history-find", func(d *driver) { busy(d); d.Keys("/"); d.Text("noti") }},
	{"history-file", func(d *driver) { busy(d); d.Keys("G", "up", "f") }},
	{"history-read-only", func(d *driver) { busy(d); d.m.ReadOnly = true; d.m.Say("") }},
}

func TestHistoryScreens(t *testing.T) {
	for _, s := range historyScreens {
		screensOf(t, s.name, s.show)
	}
}
