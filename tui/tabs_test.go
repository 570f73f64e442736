package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// plainTab is a tab as a later one may be.
type plainTab struct {
	title  string
	loaded int
}

func (p *plainTab) name() string                { return p.title }
func (p *plainTab) load() tea.Cmd               { p.loaded++; return nil }
func (p *plainTab) receive(tea.Msg) tea.Cmd     { return nil }
func (p *plainTab) bindings() []binding         { return nil }
func (p *plainTab) page(int, int, *styles) page { return lines([]string{"this is " + p.title}) }

func withTabs(t *testing.T, width int, names ...string) *driver {
	d := newDriver(t, newFake(t), width, 24)
	d.m.tabs = d.m.tabs[:1]
	for _, n := range names {
		p := &plainTab{title: n}
		d.m.tabs = append(d.m.tabs, place{p, shown{layer: p}})
	}
	return d
}

func TestOneTabHasNoBar(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	d.m.tabs = d.m.tabs[:1]
	d.seesNot("1 Overview")
	if d.helps("tab") {
		t.Error("tab is offered")
	}
}

func TestTabs(t *testing.T) {
	all := []string{"Preferences", "Questions", "Hooks", "Conflicts", "Activity", "History"}
	d := withTabs(t, 140, all...)
	d.sees("neverask  ▸1 Overview   2 Preferences   3 Questions   4 Hooks   5 Conflicts   6 Activity   7 History", "user ~/.claude/settings.json")
	d.keys("tab")
	d.sees("1 Overview  ▸2 Preferences", "this is Preferences")
	d.keys("7")
	d.sees("▸7 History", "this is History")
	d.keys("tab")
	d.sees("▸1 Overview")
	d.keys("shift+tab")
	d.sees("this is History")
	d.clickOn("4 Hooks")
	d.sees("this is Hooks")
	if n := d.m.tabs[3].tab.(*plainTab).loaded; n != 1 {
		t.Errorf("loaded %d times", n)
	}

	narrow := withTabs(t, 80, all...)
	narrow.sees(" neverask  ▸1 Overview   2   3   4   5   6   7", "user ~/.claude/settings.json")
	narrow.keys("3")
	narrow.sees("1   2  ▸3 Questions   4")
	withTabs(t, 40, all...).sees(" neverask▸1 Overview 2 3 4 5 6 7")
}
