package tui

import (
	"strconv"
	"strings"
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
	t.Helper()
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

	for _, c := range []struct {
		width int
		key   string
		want  string
	}{
		{130, "2", " neverask   1 Overview  ▸2 Preferences   3 Questions   4 Hooks   5 Conflicts   6 Activity   7 History"},
		{110, "2", " neverask  1 Overview ▸2 Preferences  3 Questions  4 Hooks  5 Conflicts  6 Activity  7 History"},
		{98, "1", " neverask ▸1 Overview  2 Preferences  3 Questions  4 Hooks  5 Conflicts  6 Activity  7 History"},
		{90, "2", "  1 Overview ▸2 Preferences  3 Questions  4 Hooks  5 Conflicts  6 Activity  7 History"},
		{80, "1", "▸1 Overview 2 Preferences 3 Questions 4 Hooks 5 Conflicts 6 Activity 7 History"},
		{80, "7", " 1 Overview 2 Preferences 3 Questions 4 Hooks 5 Conflicts 6 Activity▸7 History"},
		{60, "3", "  1 Overview  2 Preferences ▸3 Questions  4 Hooks  5  6  7"},
		{40, "2", " 1 Overview▸2 Preferences 3 4 5 6 7"},
	} {
		d := withTabs(t, c.width, all...)
		d.keys(c.key)
		if bar, _, _ := strings.Cut(d.screen(), "\n"); bar != c.want {
			t.Errorf("%d columns, tab %s:\n%q\n%q", c.width, c.key, bar, c.want)
		}
	}
	four := withTabs(t, 80, all[:3]...)
	four.sees(" neverask ▸1 Overview  2 Preferences  3 Questions  4 Hooks  ")
	four.keys("4")
	four.sees("▸4 Hooks")

	// Over a tab, the file that is about to change is what counts, and no other
	// tab can be opened.
	for _, width := range []int{80, 200} {
		over := withTabs(t, width, all...)
		over.keys("i", "tab", "down", "space", "G", "enter")
		for _, key := range []string{"s", "a"} {
			over.keys(key)
			if bar, _, _ := strings.Cut(over.screen(), "\n"); strings.Join(strings.Fields(bar), " ") != "neverask ▸1 Overview project ~/work/shop/.claude/settings.json" {
				t.Errorf("%d columns: %q", width, bar)
			}
		}
	}
}

// Whatever the width, each tab has its number, the active one its name, and a
// click on what is drawn opens it.
func TestEveryWidthOfTheBar(t *testing.T) {
	all := []string{"Preferences", "Questions", "Hooks", "Conflicts", "Activity", "History"}
	d := withTabs(t, 80, all...)
	for width := minWidth; width < 160; width++ {
		d.send(tea.WindowSizeMsg{Width: width, Height: 24})
		for i, p := range d.m.tabs {
			d.m.open(i)
			d.m.drawn.valid = false
			_, zones := d.m.bar(d.m.subject())
			bar, _, _ := strings.Cut(d.screen(), "\n")
			if !strings.Contains(bar, "▸"+strconv.Itoa(i+1)+" "+p.tab.name()) {
				t.Fatalf("%d columns: %q", width, bar)
			}
			for j, z := range zones {
				shown := strings.Fields(string([]rune(bar)[z.from+1 : min(z.to, len([]rune(bar)))]))
				if shown[0] != strconv.Itoa(j+1) || len(shown) > 1 && shown[1] != d.m.tabs[j].tab.name() {
					t.Fatalf("%d columns, tab %d is drawn as %q", width, j+1, shown)
				}
			}
		}
	}
}
