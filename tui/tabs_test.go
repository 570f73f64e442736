package tui

import (
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/kit"
)

// plainTab is a minimal tab.
type plainTab struct {
	title        string
	loaded, left int
}

func (p *plainTab) Name() string            { return p.title }
func (p *plainTab) Load() tea.Cmd           { p.loaded++; return nil }
func (p *plainTab) Left()                   { p.left++ }
func (p *plainTab) Receive(tea.Msg) tea.Cmd { return nil }
func (p *plainTab) Bindings() []kit.Binding { return nil }
func (p *plainTab) Page(int, int, *kit.Styles) kit.Page {
	return kit.Lines([]string{"this is " + p.title})
}

func withTabs(t *testing.T, width int, names ...string) *driver {
	t.Helper()
	d := newDriver(t, newFake(t), width, 24)
	d.m.tabs = d.m.tabs[:1]
	for _, n := range names {
		p := &plainTab{title: n}
		d.m.tabs = append(d.m.tabs, place{p, kit.Shown{Layer: p}})
	}
	return d
}

func TestTabs(t *testing.T) {
	t.Parallel()
	all := []string{"Rules", "Log", "Hooks"}
	d := withTabs(t, 140, all...)
	d.Sees("neverask  ▸1 Home    2 Rules    3 Log    4 Hooks")
	d.Keys("tab")
	d.Sees("1 Home   ▸2 Rules", "this is Rules")
	d.Keys("4")
	d.Sees("▸4 Hooks", "this is Hooks")
	d.Keys("tab")
	d.Sees("▸1 Home")
	d.Keys("shift+tab")
	d.Sees("this is Hooks")
	d.ClickOn("3 Log")
	d.Sees("this is Log")
	d.Keys("r", "2")
	if p := d.m.tabs[2].tab.(*plainTab); p.loaded != 2 || p.left != 1 {
		t.Errorf("loaded %d times, left %d times", p.loaded, p.left)
	}

	for _, c := range []struct {
		width int
		key   string
		want  string
	}{
		{60, "3", " neverask   1 Home    2 Rules   ▸3 Log    4 Hooks"},
		{46, "2", " neverask  1 Home  ▸2 Rules   3 Log   4 Hooks"},
		{40, "1", " ▸1 Home   2 Rules   3 Log   4 Hooks"},
	} {
		d := withTabs(t, c.width, all...)
		d.Keys(c.key)
		if bar, _, _ := strings.Cut(d.Screen(), "\n"); bar != c.want {
			t.Errorf("%d columns, tab %s:\n%q\n%q", c.width, c.key, bar, c.want)
		}
	}

	// On a plan, the file to change matters most.
	for _, width := range []int{80, 200} {
		over := withTabs(t, width, all...)
		over.Keys("i", "down", "enter")
		for _, key := range []string{"right", "enter", "tab"} {
			over.Keys(key)
			over.Sees("─ Home › Install › Plan ─", " project ~/work/shop/.claude/settings.json ─")
		}
	}
}

// A page says where it is, and other places can be opened from it.
func TestPlacesFromPages(t *testing.T) {
	t.Parallel()
	d := newDriver(t, life(t), 80, 24)
	d.f.Put(userFile, typical)
	d.Keys("r", "D")
	d.Sees("─ Home › Doctor ─", "▸1 Home")
	d.Keys("2")
	d.Sees("─ Rules ─", "▸2 Rules")
	d.Keys("enter", ":")
	d.Sees("Go to or do anything")
	d.Keys("esc")
	d.Sees("─ Rules › Details ─")
	d.Keys("3", "@Changes")
	d.Sees("─ Log › Changes ─", "▸3 Log")
	d.Keys("esc")
	d.Sees("─ Log ─", "▸3 Log")
	d.Keys("3", "esc")
	d.Sees("▸1 Home")
	d.Keys("1", "@Changes", "enter", "2")
	d.Sees("▸2 Rules", "─ Rules ─")
}

// At any width, each place has its number, the active one its name, and a click on
// either opens it.
func TestEveryWidthOfTheBar(t *testing.T) {
	t.Parallel()
	all := []string{"Rules", "Log", "Hooks"}
	d := withTabs(t, 80, all...)
	for width := kit.MinWidth; width < 160; width++ {
		d.Send(tea.WindowSizeMsg{Width: width, Height: 24})
		for i, p := range d.m.tabs {
			d.m.open(i)
			d.m.Changed()
			_, zones := d.m.Bar()
			bar, _, _ := strings.Cut(d.Screen(), "\n")
			if !strings.Contains(bar, "▸"+strconv.Itoa(i+1)+" "+p.tab.Name()) {
				t.Fatalf("%d columns: %q", width, bar)
			}
			for j, z := range zones {
				shown := strings.Fields(string([]rune(bar)[z.From+1 : min(z.To, len([]rune(bar)))]))
				if shown[0] != strconv.Itoa(j+1) || len(shown) > 1 && shown[1] != d.m.tabs[j].tab.Name() {
					t.Fatalf("%d columns, tab %d is drawn as %q", width, j+1, shown)
				}
			}
		}
	}
}
