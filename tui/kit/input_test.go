package kit

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// TestFindAgain: the last search is selected, so that typing replaces it.
func TestFindAgain(t *testing.T) {
	letter := tea.KeyPressMsg{Code: 'x', Text: "x"}
	for name, tt := range map[string]struct {
		keys []tea.KeyPressMsg
		want string
	}{
		"a letter":            {[]tea.KeyPressMsg{letter}, "x"},
		"two letters":         {[]tea.KeyPressMsg{letter, letter}, "xx"},
		"backspace":           {[]tea.KeyPressMsg{{Code: tea.KeyBackspace}}, ""},
		"right, then typing":  {[]tea.KeyPressMsg{{Code: tea.KeyRight}, letter}, "oldx"},
		"home, then a letter": {[]tea.KeyPressMsg{{Code: tea.KeyHome}, letter}, "xold"},
	} {
		f := Find{Line: NewInput("old")}
		f.Binding().Do(nil)
		for _, k := range tt.keys {
			f.Line.Press(k)
		}
		if f.Line.Text != tt.want {
			t.Errorf("%s: %q", name, f.Line.Text)
		}
	}
}

// TestLinesShowTheCursor: a long text is drawn on a few lines, one of which has the cursor, wherever it is.
func TestLinesShowTheCursor(t *testing.T) {
	text := "Where should the paper discuss that participants could have their recordings deleted after the study, and  how?"
	for width := 12; width < 120; width++ {
		for at := range len(text) + 1 {
			in := Input{Text: text, Cursor: at}
			all, cursors := in.Lines(width, 3), 0
			for _, line := range all {
				cursors += strings.Count(line, "\x1b[7m")
				if Width(line) > width {
					t.Fatalf("%d wide, at %d: %q is too wide", width, at, line)
				}
			}
			if cursors != 1 || len(all) > 3 {
				t.Fatalf("%d wide, at %d: %d cursors: %q", width, at, cursors, all)
			}
			if whole := ansi.Strip(strings.Join(all, " ")); width > 50 && strings.Join(strings.Fields(whole), " ") != strings.ReplaceAll(text, "  ", " ") {
				t.Fatalf("%d wide, at %d: %q", width, at, whole)
			}
		}
	}
}
