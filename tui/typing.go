package tui

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// A typist is a layer that takes text now and then. While it does, keys that
// are text do nothing else.
type typist interface {
	layer
	// typing is the line that is being edited, or nil.
	typing() *typed
	// typedText is called when the text of that line has changed.
	typedText(*model) tea.Cmd
}

// typed is a line of text that is edited. It holds the text as it is and draws
// it safely.
type typed struct {
	text   string
	cursor int // byte offset, between characters
}

func newTyped(s string) typed { return typed{s, len(s)} }

// typeKey gives a key to the line that is being edited, and reports whether it
// was for it.
func (m *model) typeKey(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool) {
	t, line := m.typist()
	if line == nil || m.tooSmall() {
		return nil, false
	}
	before := line.text
	if !line.press(msg) {
		return nil, false
	}
	if line.text != before {
		cmd = t.typedText(m)
	}
	return cmd, true
}

// paste puts a text into the line that is being edited.
func (m *model) paste(msg tea.PasteMsg) tea.Cmd {
	t, line := m.typist()
	if line == nil || m.tooSmall() {
		return nil
	}
	line.insert(strings.TrimRight(msg.Content, "\r\n"))
	return t.typedText(m)
}

func (m *model) typist() (typist, *typed) {
	t, ok := m.current().layer.(typist)
	if !ok {
		return nil, nil
	}
	return t, t.typing()
}

// withoutText leaves out the keys that are text now.
func withoutText(all []binding) []binding {
	var kept []binding
	for _, b := range all {
		var keys []string
		for _, k := range b.Keys() {
			if utf8.RuneCountInString(k) > 1 && k != "space" && k != "left" && k != "right" && k != "home" && k != "end" {
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
		if arrow, ok := map[string]string{"up": "↑", "down": "↓"}[shown]; ok {
			shown = arrow
		}
		b.Binding = key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, b.Help().Desc))
		kept = append(kept, b)
	}
	return kept
}

// press does what a key does in a line of text.
func (t *typed) press(msg tea.KeyPressMsg) bool {
	switch s := msg.String(); s {
	case "left", "ctrl+b":
		t.cursor -= t.before()
	case "right", "ctrl+f":
		t.cursor += t.after()
	case "home", "ctrl+a":
		t.cursor = 0
	case "end", "ctrl+e":
		t.cursor = len(t.text)
	case "backspace", "ctrl+h":
		t.cut(t.cursor-t.before(), t.cursor)
	case "delete", "ctrl+d":
		t.cut(t.cursor, t.cursor+t.after())
	case "ctrl+u":
		t.cut(0, t.cursor)
	case "ctrl+k":
		t.cut(t.cursor, len(t.text))
	case "ctrl+w", "alt+backspace":
		head := strings.TrimRight(t.text[:t.cursor], " ")
		t.cut(strings.LastIndexByte(head, ' ')+1, t.cursor)
	case "space":
		t.insert(" ")
	default:
		if msg.Text == "" || msg.Mod&(tea.ModCtrl|tea.ModAlt) != 0 {
			return false
		}
		t.insert(msg.Text)
	}
	return true
}

func (t *typed) insert(s string) {
	t.text = t.text[:t.cursor] + s + t.text[t.cursor:]
	t.cursor += len(s)
}

func (t *typed) cut(from, to int) {
	t.text, t.cursor = t.text[:from]+t.text[to:], from
}

// after is the length of the character after the cursor.
func (t *typed) after() int {
	if t.cursor == len(t.text) {
		return 0
	}
	cluster, _ := ansi.FirstGraphemeCluster(t.text[t.cursor:], ansi.GraphemeWidth)
	return max(len(cluster), 1)
}

// before is the length of the character before the cursor.
func (t *typed) before() int {
	last := 0
	for at := 0; at < t.cursor; {
		cluster, _ := ansi.FirstGraphemeCluster(t.text[at:], ansi.GraphemeWidth)
		last = max(len(cluster), 1)
		at += last
	}
	return min(last, t.cursor)
}

// draw is the line in a width, with the cursor in sight. The cursor is a
// reversed character, and a bar where there are no styles is not needed: the
// terminal reverses without colours too.
func (t *typed) draw(width int, style lipgloss.Style) string {
	left := diffview.Visible(t.text[:t.cursor])
	under, right := " ", ""
	if n := t.after(); n > 0 {
		under, right = diffview.Visible(t.text[t.cursor:t.cursor+n]), diffview.Visible(t.text[t.cursor+n:])
	}
	room := width - lipgloss.Width(under)
	if lipgloss.Width(left) > room {
		left = fitEnd(left, room)
	}
	right = fit(right, room-lipgloss.Width(left))
	return style.Render(left) + style.Reverse(true).Render(under) + style.Render(right)
}

// findLine is the filter as it is typed, or as it stands, or "".
func findLine(find *typed, finding bool, width int, st *styles) string {
	switch {
	case finding:
		return st.key.Render("/") + " " + find.draw(max(width-2, 1), st.strong)
	case find.text != "":
		return st.key.Render("/") + " " + st.strong.Render(fit(diffview.Visible(find.text), width-2))
	}
	return ""
}
