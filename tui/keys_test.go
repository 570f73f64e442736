package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A key that is on the help line does something: it changes the screen, asks
// the backend for something, or quits.
func TestShownKeysDoSomething(t *testing.T) {
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			show := func() *driver {
				d := newDriver(t, newFake(t), 80, 24)
				s.show(d)
				d.Hold = false
				return d
			}
			for i, b := range show().m.Bindings() {
				if b.Quiet {
					continue
				}
				d := show()
				before := d.Screen()
				cmd := d.Press(d.m.Bindings()[i].Keys()[0])
				if cmd == nil && d.Screen() == before && !d.m.Writing() {
					t.Errorf("%s %s does nothing", b.Help().Key, b.Help().Desc)
				}
			}
		})
	}
}

// No key is bound twice on one screen.
func TestKeysAreUnambiguous(t *testing.T) {
	for _, s := range screens {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		seen := map[string]string{}
		for _, b := range d.m.Bindings() {
			for _, k := range b.Keys() {
				if other, twice := seen[k]; twice {
					t.Errorf("%s: %s means %q and %q", s.name, k, other, b.Help().Desc)
				}
				seen[k] = b.Help().Desc
			}
		}
	}
}

// letters are what each letter may be called on the lines of keys: it means one thing on all
// screens. Random keys come to all of them.
var letters = map[string][]string{
	"a": {"add", "new rule", "apply", "accept"},
	"b": {"restore", "repair", "what disappeared"},
	"c": {"confirm", "my change", "seen"},
	"d": {"delete", "remove", "revoke", "never"},
	"e": {"edit", "edit first", "change"},
	"f": {"filter", "filter by mode", "scope", "time", "this file", "all files"},
	"i": {"install", "install rules"},
	"m": {"move"},
	"n": {"no", "not now"},
	"o": {}, // opens a file in an editor
	"p": {"filter by project", "this project's questions, or all", "this event's hooks, or all", "only here"},
	"r": {"reload", "again"},
	"s": {"sort"},
	"t": {"what runs", "probe", "past"},
	"u": {"uninstall"},
	"v": {"view", "tool rules", "conflicts", "activity", "changes"},
	"w": {"widen"},
	"x": {"explain", "rule"},
	"y": {"yes", "accept", "confirm all", "copy"},
	"z": {"undo"}, "Z": {"redo"},
	"B": {"restore all", "repair all"}, "D": {"doctor"}, "E": {"show or hide events without hooks"}, "O": {"on", "pause 2 h"},
	"P": {"project"}, "R": {"rewind"}, "S": {"suggestions", "review"}, "W": {"turn the weekly summary line on or off"},
	"J": {"move"}, "K": {"move"},
}

func TestKeysFollowTheState(t *testing.T) {
	d := newDriver(t, newFake(t), 80, 24)
	offers := func(present string, absent string) {
		t.Helper()
		for k := range strings.FieldsSeq(present) {
			if !d.Helps(k) {
				t.Errorf("%s is not offered:\n%s", k, d.Screen())
			}
		}
		for k := range strings.FieldsSeq(absent) {
			if d.Helps(k) {
				t.Errorf("%s is offered:\n%s", k, d.Screen())
			}
		}
	}
	offers("i f : ? q", "u z Z esc")
	d.install()
	offers("i u O D z", "Z")
	d.Keys("z", "enter", "y", "enter")
	offers("i Z", "u z")
}

// TestWayOut: however narrow the line of keys is, it says how to leave a page. While a
// filter is typed, tab does nothing and is not offered.
func TestWayOut(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		for keys, want := range map[string]string{"D": "esc back", "4 v": "esc back", "3 v": "esc back", "3 / x tab": "esc show all"} {
			d := newDriver(t, life(t), 80, 24)
			d.install()
			d.Keys(strings.Fields(keys)...)
			before := d.Screen()
			d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			all := strings.Split(strings.TrimRight(d.Screen(), "\n"), "\n")
			if line := all[len(all)-1]; !strings.Contains(line, want) || strings.HasSuffix(keys, "tab") && strings.Contains(line, "next") {
				t.Errorf("%s at %v: %s, before\n%s", keys, size, line, before)
			}
		}
	}
}

// nasty is settings content that tries to break the screen.
var nasty = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          { "type": "command", "command": "echo \u001b[2J\u001b[31m\u202eevil\u202c 漢字かな交じり文 👩‍👩‍👧‍👦 🇩🇪 e\u0301\u200b ` + strings.Repeat("長い", 80) + `" },
          { "type": "command", "command": "two\nlines\ttabs\r\u0007\u009b31m" },
          { "type": "command", "command": "` + strings.Repeat("x", 400) + `" },
          { "type": "command", "command": "" }
        ]
      }
    ]
  }
}
`

func TestEverySize(t *testing.T) {
	for i, keys := range []string{"", "i", "i enter", "i enter enter", "i enter enter right", "i enter enter right right", "i enter enter enter", "i enter enter enter", "i enter enter ?", "i enter enter enter y", "i enter space", "4", "4 enter", "4 e", "4 a", "4 m", "4 t", "4 space", "5", "5 enter", "5 t", "6", "7", "7 enter"} {
		if testing.Short() && i%3 != 0 {
			continue
		}
		f := newFake(t)
		f.Put(userFile, nasty)
		d := newDriver(t, f, 80, 24)
		d.Keys(strings.Fields(keys)...)
		for width := 1; width <= 300; width += 1 + width/6 {
			for height := 1; height <= 100; height += 1 + height/4 {
				d.Send(tea.WindowSizeMsg{Width: width, Height: height})
				d.Screen()
			}
		}
	}
}

// What is drawn holds no control character but those of styles.
func TestNothingFromFilesReachesTheTerminal(t *testing.T) {
	for _, keys := range []string{"", "i enter", "i enter enter", "i enter enter enter right", "i enter enter enter right right", "4", "4 enter", "4 e", "4 t", "4 space", "5", "5 enter", "6", "7"} {
		f := newFake(t)
		f.Put(userFile, nasty)
		d := newDriver(t, f, 120, 100)
		d.Keys(strings.Fields(keys)...)
		content := d.Harmless(keys)
		if strings.Contains(content, "s3cr3t") {
			t.Error("a secret is drawn")
		}
	}
}

func TestTooSmall(t *testing.T) {
	d := onConfirm(t)
	for _, size := range [][2]int{{39, 24}, {80, 9}, {1, 1}, {7, 3}} {
		d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		if size[0] > 30 {
			d.Sees(fmt.Sprintf("This terminal is %d x %d; neverask", size[0], size[1]), "q to quit")
		}
		d.Keys("y", "enter", "right", "enter")
		if len(d.f.Applied) > 0 {
			t.Fatal("a change that nobody can see was made")
		}
	}
	d.Keys("q")
	if !d.Quit {
		t.Error("q does not quit")
	}
}
