package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"neverask/tui/change"
	"neverask/tui/kit"
)

// keysHold checks that every key on a screen's help line changes the screen, calls the backend or
// quits, and that no key is bound twice.
func keysHold(t *testing.T, name string, start func() *driver, show func(*driver)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		shown := func() *driver {
			d := start()
			show(d)
			d.Hold = false
			return d
		}
		seen := map[string]string{}
		d := shown()
		for i, b := range d.m.Bindings() {
			for _, k := range b.Keys() {
				if other, twice := seen[k]; twice {
					t.Errorf("%s means %q and %q", k, other, b.Help().Desc)
				}
				seen[k] = b.Help().Desc
			}
			if b.Quiet {
				continue
			}
			if d == nil {
				d = shown()
			}
			before := d.Screen()
			if cmd := d.Press(d.m.Bindings()[i].Keys()[0]); cmd == nil && d.Screen() == before && !d.m.Writing() {
				t.Errorf("%s %s does nothing", b.Help().Key, b.Help().Desc)
			}
			d = nil // the key may have changed anything
		}
	})
}

func TestKeysAreUnambiguousAndDoSomething(t *testing.T) {
	t.Parallel()
	for i, s := range screens {
		if !testing.Short() || i%3 == 0 {
			keysHold(t, s.name, func() *driver { return newDriver(t, newFake(t), 80, 24) }, s.show)
		}
	}
	for i, s := range preferenceScreens {
		if !testing.Short() || i%3 == 0 {
			keysHold(t, s.name, func() *driver { return driverWith(t, s.before, 80, 24) }, s.show)
		}
	}
}

// letters are the words that help lines have for each letter. All words of a letter mean the
// same as the first, and no two letters share a word. TestRandomKeys fails for letters and
// words that are missing here.
var letters = map[string][]string{
	"a": {"add", "its rule"}, "A": {"accept"},
	"b": {"restore", "repair", "park", "what disappeared"}, "B": {"restore all", "repair all"},
	"W": {"away"},
	"c": {"copy"}, "C": {"conflicts", "decide"},
	"d": {"delete"},
	"D": {"doctor"},
	"e": {"edit"},
	"E": {"show or hide events without hooks"},
	"f": {"filter"},
	"g": {"top"}, "G": {"bottom"},
	"i": {"install"},
	"o": {"open", "other file"},
	"J": {"move"}, "K": {"move"},
	"n": {"no", "not now"}, "N": {"never suggest"},
	"O": {"on", "off for 2 h"},
	"p": {"accept here"},
	"q": {"quit", "back", "close", "cancel", "show all", "end search", "stop", "no", "list all", "done"}, // out of what is shown
	"r": {"reload"}, "R": {"record", "stop recording"},
	"s": {"sort"},
	"S": {"review"},
	"T": {"tools"},
	"t": {"test", "stop the test"}, // it runs what it is about
	"u": {"uninstall"},
	"x": {"explain"},
	"y": {"yes", "apply"},
	"z": {"undo"},
}

// misused says which letter has a meaning that differs from the one in letters.
func misused(all []kit.Binding) string {
	for _, b := range all {
		desc := strings.TrimRight(b.Help().Desc, "…")
		if shown := b.Help().Key; len(shown) == 1 && !slices.Contains(b.Keys(), shown) {
			return shown + " is shown and does nothing"
		}
		for _, k := range b.Keys() {
			if len(k) > 1 || !unicode.IsLetter(rune(k[0])) || strings.ContainsAny(k, "hjkl") {
				continue // which move
			}
			if !slices.ContainsFunc(letters[k], func(word string) bool {
				return desc == word || strings.HasPrefix(desc, word+" ") || strings.HasPrefix(desc, word+":")
			}) {
				return fmt.Sprintf("%s means %q, too", k, b.Help().Desc)
			}
		}
	}
	return ""
}

var promise = regexp.MustCompile("[Pp]ress ([A-Za-z0-9]|enter|space|esc)(?: (?:to|for) |[,.]| *│)|· ([A-Za-z]) to (?:undo|end)")

// broken says which key the screen's text names but the screen lacks. A plan may name keys that exist
// after it is applied.
func broken(m *kit.Model, screen string) string {
	plan, _ := change.DiffOf(m)
	if plan != nil || m.ReadOnly || !m.OnPlace() && !m.Leavable() || m.Typing() {
		return ""
	}
	for _, p := range promise.FindAllStringSubmatch(screen, -1) {
		if !slices.ContainsFunc(m.Bindings(), func(b kit.Binding) bool { return slices.Contains(b.Keys(), p[1]+p[2]) }) {
			return fmt.Sprintf("%q is promised:\n%s", p[0], screen)
		}
	}
	return ""
}

// TestLettersHaveOneMeaning: each letter means the same on all screens.
func TestLettersHaveOneMeaning(t *testing.T) {
	t.Parallel()
	owners := map[string]string{}
	for letter, words := range letters {
		for _, word := range words {
			if other, twice := owners[word]; twice && letter != "q" && other != "q" && !strings.EqualFold(letter, other) && word != "move" {
				t.Errorf("%s and %s are both %q", letter, other, word)
			}
			owners[word] = letter
		}
	}
	for _, s := range screens {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		for _, fault := range []string{misused(d.m.Bindings()), broken(d.m.Model, d.Screen())} {
			if fault != "" {
				t.Errorf("%s: %s", s.name, fault)
			}
		}
	}
}

// TestRowsAreCopied: c copies the text of the chosen row.
func TestRowsAreCopied(t *testing.T) {
	d := onQuestions(t)
	d.Keys("2")
	cmd := d.Press("c")
	if cmd == nil || d.m.Status != "✓ copied the row (if your terminal allows it)" {
		t.Fatalf("it says %q", d.m.Status)
	}
	if got := fmt.Sprint(cmd()); !strings.Contains(got, "Run the tests before committing?") || strings.Contains(got, "\x1b") {
		t.Errorf("it copies %q", got)
	}
}

// TestIdleKeysSaySo: a letter with a meaning elsewhere says, in its own word, that there is nothing
// to do here, unless it is typed text.
func TestIdleKeysSaySo(t *testing.T) {
	t.Parallel()
	silent := "AbBCDEgGnNoOpqRSTvW"
	for _, s := range screens {
		d := newDriver(t, newFake(t), 80, 24)
		s.show(d)
		for k, words := range letters {
			bound := slices.ContainsFunc(d.m.Bindings(), func(b kit.Binding) bool { return slices.Contains(b.Keys(), k) })
			if bound || d.m.Typing() || d.m.Writing() || d.m.ReadOnly || strings.Contains(silent, k) {
				continue
			}
			if d.Press(k); !d.m.OnPlace() && !d.m.Leavable() {
				if d.m.Status != "" {
					t.Errorf("%s: %s says %q over a dialog or a form", s.name, k, d.m.Status)
				}
			} else if !slices.ContainsFunc(words, func(word string) bool { return d.m.Status == "nothing to "+strings.TrimSuffix(word, " to")+" here" }) {
				t.Fatalf("%s: %s says %q", s.name, k, d.m.Status)
			}
		}
	}
	d := newDriver(t, life(t), 80, 24)
	for keys, want := range map[string]string{"4 s": "nothing to sort here", "1 y": "nothing to apply here", "1 c": "nothing to copy here", "1 d": "nothing to delete here", "1 f": "nothing to filter here", "1 space": "nothing to change here", "2 / s": ""} {
		d.Keys(append([]string{"esc", "1"}, strings.Fields(keys)...)...)
		if d.m.Status != want {
			t.Errorf("%s says %q, want %q", keys, d.m.Status, want)
		}
	}
	d.m.ReadOnly = true
	d.Keys("esc", "2", "d")
	d.Sees(kit.ReadOnlyText)
}

// TestEveryListFindsRows: every list can be searched, and typing a search does nothing
// else.
func TestEveryListFindsRows(t *testing.T) {
	for _, c := range []struct{ keys, find, want string }{
		{"@Conflicts", "settings.json", "▸ ✗ broken"},
	} {
		d := newDriver(t, newFake(t), 100, 30)
		d.f.Put(userFile, "{\n  \"model\": \"opus\",\n}\n")
		d.Keys("r", c.keys, "/")
		d.Text(c.find)
		d.Keys("enter")
		d.Sees("/ "+c.find, c.want)
		d.Keys("esc")
		d.SeesNot("/ " + c.find)
	}
}

// TestWayOut: even a narrow help line says how to leave a page. During a search, tab does
// nothing and is not offered.
func TestWayOut(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		for keys, want := range map[string]string{"D": "esc back", "@Conflicts": "esc back", "3 / x tab": "esc end search"} {
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
	t.Parallel()
	for i, keys := range []string{"", "i", "i enter", "i enter enter", "i enter enter right", "i enter enter right right", "i enter enter enter", "i enter enter enter", "i enter enter ?", "i enter enter y", "i enter space", "4", "4 enter", "4 e", "4 a", "4 m", "4 t", "4 space", "@Conflicts", "@Conflicts enter", "@Conflicts t", "@Changes", "@Changes enter"} {
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
	for _, keys := range []string{"2", "2 enter", "2 e", "2 x", "2 S", "2 a x esc", "3", "3 enter", "3 a", "3 / e"} {
		d := driverWith(t, withAdvice, 80, 24)
		d.Keys(strings.Fields(keys)...)
		d.Resize()
	}
}

// Nothing drawn has control characters other than those of styles.
func TestNothingFromFilesReachesTheTerminal(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"", "i enter", "i enter enter", "i enter enter enter right", "i enter enter enter right right", "4", "4 enter", "4 e", "4 t", "4 space", "@Conflicts", "@Conflicts enter", "@Changes"} {
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
	d := onPlan(t)
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

// TestTabLeavesNoPlan: on a page, and above all in a plan, tab does not switch places.
func TestTabLeavesNoPlan(t *testing.T) {
	t.Parallel()
	for keys, still := range map[string]string{"i enter": "▸unified", "D": "Home › Doctor", "2 enter": "Rules › Details"} {
		d := newDriver(t, life(t), 80, 24)
		d.Keys(append(strings.Fields(keys), "tab")...)
		d.Sees(still)
	}
}

// TestDoctorFromEveryPlace: the doctor is one key away from everywhere, even from details.
func TestDoctorFromEveryPlace(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"1", "2", "3", "4", "@Conflicts", "@Changes", "2 enter", "D"} {
		d := newDriver(t, life(t), 80, 24)
		d.Keys(append(strings.Fields(keys), "D")...)
		d.Sees(" › Doctor ─")
	}
}

// TestSignsAreExplained: the help explains every sign on a screen.
func TestSignsAreExplained(t *testing.T) {
	t.Parallel()
	for _, s := range screens {
		d := newDriver(t, newFake(t), 120, 60)
		s.show(d)
		d.m.Say("") // the key that opens the help clears it, too
		d.m.Changed()
		shown := d.Screen()
		d.Keys("f1")
		if _, listing := d.m.Current().Layer.(*kit.Menu); !listing {
			continue
		}
		d.Text("signs")
		for _, r := range shown {
			if sign := unicode.In(r, unicode.So, unicode.Sm) || strings.ContainsRune("▲△◆◇●○◐□", r); sign && r > 0x2500 && !strings.ContainsRune("▸☐☑▁▂▃▄▅▆▇█│─╭╮╰╯┃┌┐└┘├┤", r) {
				d.Sees(string(r))
			}
		}
	}
}
