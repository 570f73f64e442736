package prompt

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// press returns Bubble Tea's message for a key.
func press(name string) tea.KeyPressMsg {
	codes := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "backspace": tea.KeyBackspace}
	switch {
	case name == "ctrl+c":
		return tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	case name == "space":
		return tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	case codes[name] != 0:
		return tea.KeyPressMsg{Code: codes[name]}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

func TestPicker(t *testing.T) {
	for _, tt := range []struct {
		name  string
		multi bool
		keys  string
		want  string
		err   error
	}{
		{"the first", false, "enter", "Red", nil},
		{"the second", false, "down enter", "Blue, dark", nil},
		{"up stops at the top", false, "up up down enter", "Blue, dark", nil},
		{"by number", false, "3 enter", "Green", nil},
		{"with vi keys", false, "j j k enter", "Blue, dark", nil},
		{"a number that is none", false, "9 enter", "Red", nil},
		{"something else", false, "4 enter a space b backspace c enter", "a c", nil},
		{"down stops at something else", false, "down down down down down enter x enter", "x", nil},
		{"nothing typed", false, "4 enter enter space enter x enter", "x", nil},
		{"back from typing", false, "4 enter x esc 1 enter", "Red", nil},
		{"declined", false, "down esc", "", ErrDeclined},
		{"interrupted", false, "ctrl+c", "", ErrInterrupted},
		{"interrupted while typing", false, "4 enter x ctrl+c", "", ErrInterrupted},
		{"several", true, "space down down space enter", "Red, Green", nil},
		{"unmarked again", true, "space space down enter", "Blue, dark", nil},
		{"no mark on something else", true, "4 space enter y enter", "y", nil},
		{"no marks where one is chosen", false, "space down enter", "Blue, dark", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPicker(colors(tt.multi, true))
			p.Update(tea.WindowSizeMsg{Width: 30, Height: 10})
			for i, key := range strings.Fields(tt.keys) {
				for row := range strings.SplitSeq(p.View().Content, "\n") {
					if ansi.StringWidth(row) > 29 {
						t.Errorf("a row is too wide: %q", row)
					}
				}
				_, cmd := p.Update(press(key))
				last := i == len(strings.Fields(tt.keys))-1
				if p.over != last || (cmd != nil) != last {
					t.Fatalf("key %d, %s: over %v", i+1, key, p.over)
				}
			}
			if got := strings.Join(p.chosen, ", "); got != tt.want || !errors.Is(p.err, tt.err) {
				t.Errorf("got %q, %v", got, p.err)
			}
			p.Update(tea.WindowSizeMsg{Width: 80, Height: 10})
			want := tt.want
			if tt.err != nil {
				want = "(not answered)"
			}
			if s := ansi.Strip(strings.Join(p.summary(), "\n")); s != "? Which color?  "+want {
				t.Errorf("summary %q", s)
			}
			if p.Update(press("enter")); strings.Join(p.chosen, ", ") != tt.want || !errors.Is(p.err, tt.err) {
				t.Error("a key that comes too late changes the answer")
			}
		})
	}
}

// TestPickerBeginsAtThePreset: the cursor begins there; without Other, only the options are offered.
func TestPickerBeginsAtThePreset(t *testing.T) {
	q := colors(false, false)
	q.Preset = "Blue, dark"
	for keys, want := range map[string]string{"enter": "Blue, dark", "down down down enter": "Green", "4 enter": "Blue, dark"} {
		p := newPicker(q)
		for key := range strings.FieldsSeq(keys) {
			p.Update(press(key))
		}
		if strings.Join(p.chosen, ", ") != want {
			t.Errorf("%s: got %q", keys, p.chosen)
		}
	}
}

// TestPickerInALowTerminal: descriptions give way to the question and all its options.
func TestPickerInALowTerminal(t *testing.T) {
	q := Question{Text: "Which?", Options: []Option{{"a", "first"}, {"b", "second"}, {"c", "third"}}}
	p := newPicker(q)
	p.Update(tea.WindowSizeMsg{Width: 40, Height: 7})
	p.Update(press("down"))
	want := "? Which?\n  1. a\n> 2. b\n     second\n  3. c\n  up/down move, enter answers, esc \n"
	if got := ansi.Strip(p.View().Content); got != want {
		t.Errorf("got %q", got)
	}
	p.Update(tea.WindowSizeMsg{Width: 40, Height: 9})
	if got := p.View().Content; !strings.Contains(got, "first") || !strings.Contains(got, "third") {
		t.Errorf("got %q", got)
	}
}

// FuzzPicker: for any question and paste, only the picker's own styles reach the terminal, and a
// paste chooses nothing.
func FuzzPicker(f *testing.F) {
	f.Add("Which \x1b[31mcolor\x07?", "Red\r\x1b[2J", "a\rb\x1b[2J\x03\x9b\u202e")
	f.Fuzz(func(t *testing.T, text, label, pasted string) {
		q := colors(false, true)
		q.Text, q.Options[0].Label, q.Options[1].Description = text, label, label
		p := newPicker(q)
		p.Update(tea.PasteMsg{Content: pasted})
		p.Update(press("4"))
		p.Update(press("enter"))
		p.Update(tea.PasteMsg{Content: pasted})
		if p.over {
			t.Fatal("a paste has answered")
		}
		for range 2 {
			if view := ansi.Strip(p.View().Content + strings.Join(p.summary(), "\n")); strings.ContainsAny(view, "\x1b\x07\r\u009b\u202e\x03") {
				t.Errorf("got %q", view)
			}
			p.Update(press("x"))
			p.Update(press("enter"))
		}
	})
}
