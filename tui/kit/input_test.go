package kit

import (
	"testing"

	tea "charm.land/bubbletea/v2"
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
