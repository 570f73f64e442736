package kit

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A typist is a layer that may take text. While it does, character keys do nothing else.
type typist interface {
	Layer
	// Typing returns the line that is being edited, or nil.
	Typing() *Input
	// TypedText is called when the text of that line has changed.
	TypedText(*Model) tea.Cmd
}

// typeKey sends a key to the line that is being edited, and reports whether the line took it.
func (m *Model) typeKey(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	t, line := m.typist()
	if line == nil || m.TooSmall() {
		return nil, false
	}
	for _, b := range t.Bindings() {
		if b.typed && key.Matches(msg, b.Binding) {
			return do(m, b), true
		}
	}
	before := line.Text
	if !line.Press(msg) {
		return nil, false
	}
	if line.Text != before {
		cmd = t.TypedText(m)
	}
	return cmd, true
}

// paste inserts a text into the line that is being edited.
func (m *Model) paste(msg tea.PasteMsg) tea.Cmd {
	t, line := m.typist()
	if line == nil || m.TooSmall() {
		return nil
	}
	line.insert(strings.TrimRight(msg.Content, "\r\n"))
	return t.TypedText(m)
}

// Typing reports whether a line is being edited now.
func (m *Model) Typing() bool {
	_, line := m.typist()
	return line != nil
}

func (m *Model) typist() (typist, *Input) {
	t, ok := m.Current().Layer.(typist)
	if !ok {
		return nil, nil
	}
	return t, t.Typing()
}

// withoutText omits the keys that are text while a line is edited. At its end, → leads on.
func withoutText(all []Binding) []Binding {
	var kept []Binding
	for _, b := range all {
		if b.typed {
			kept = append(kept, b)
			continue
		}
		var keys []string
		for _, k := range b.Keys() {
			if utf8.RuneCountInString(k) > 1 && k != "space" && k != "left" {
				keys = append(keys, k)
			}
		}
		if len(keys) == 0 {
			continue
		}
		shown := b.Help().Key
		if len(keys) < len(b.Keys()) {
			shown = keys[0]
		}
		if arrow, ok := map[string]string{"up": "↑", "down": "↓", "f1": "F1"}[shown]; ok {
			shown = arrow
		}
		b.Binding = key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, b.Help().Desc))
		kept = append(kept, b)
	}
	return kept
}
