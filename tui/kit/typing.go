package kit

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// A typist is a layer that may take text. While it does, character keys do nothing else.
type typist interface {
	Layer
	// Typing returns the line that is being edited, or nil.
	Typing() *Input
	// TypedText is called when the text of that line has changed.
	TypedText(*Model) tea.Cmd
}

// Input is a line of text that is edited. It keeps the text unchanged, and draws it safely.
type Input struct {
	Text   string
	Cursor int // byte offset, between characters
	// selected says that typing replaces the text.
	selected bool
}

// NewInput returns a line with a text, and the cursor after it.
func NewInput(s string) Input { return Input{Text: s, Cursor: len(s)} }

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

// withoutText omits the keys that are text while a line is edited.
func withoutText(all []Binding) []Binding {
	var kept []Binding
	for _, b := range all {
		if b.typed {
			kept = append(kept, b)
			continue
		}
		var keys []string
		for _, k := range b.Keys() {
			if utf8.RuneCountInString(k) > 1 && k != "space" && k != "left" && k != "right" {
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

// Press does what a key does in a line of text.
func (t *Input) Press(msg tea.KeyPressMsg) bool {
	defer func() { t.selected = false }()
	switch s := msg.String(); s {
	case "home", "end": // these move in a list if there is no text to move in
		if t.Text == "" {
			return false
		}
		t.Cursor = map[string]int{"end": len(t.Text)}[s]
	case "left", "ctrl+b":
		t.Cursor -= t.before()
	case "right", "ctrl+f":
		t.Cursor += t.after()
	case "ctrl+a":
		t.Cursor = 0
	case "ctrl+e":
		t.Cursor = len(t.Text)
	case "backspace", "ctrl+h":
		t.cut(t.Cursor-t.before(), t.Cursor)
	case "delete", "ctrl+d":
		t.cut(t.Cursor, t.Cursor+t.after())
	case "ctrl+u":
		t.cut(0, t.Cursor)
	case "ctrl+k":
		t.cut(t.Cursor, len(t.Text))
	case "ctrl+w", "alt+backspace":
		head := strings.TrimRight(t.Text[:t.Cursor], " ")
		t.cut(strings.LastIndexByte(head, ' ')+1, t.Cursor)
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

func (t *Input) insert(s string) {
	if t.selected {
		t.cut(0, len(t.Text))
	}
	t.Text = t.Text[:t.Cursor] + s + t.Text[t.Cursor:]
	t.Cursor += len(s)
}

func (t *Input) cut(from, to int) {
	if t.selected {
		from, to, t.selected = 0, len(t.Text), false
	}
	t.Text, t.Cursor = t.Text[:from]+t.Text[to:], from
}

// after returns the length of the character after the cursor.
func (t *Input) after() int {
	if t.Cursor == len(t.Text) {
		return 0
	}
	cluster, _ := ansi.FirstGraphemeCluster(t.Text[t.Cursor:], ansi.GraphemeWidth)
	return max(len(cluster), 1)
}

// before returns the length of the character before the cursor.
func (t *Input) before() int {
	last := 0
	for at := 0; at < t.Cursor; {
		cluster, _ := ansi.FirstGraphemeCluster(t.Text[at:], ansi.GraphemeWidth)
		last = max(len(cluster), 1)
		at += last
	}
	return min(last, t.Cursor)
}

// Draw draws the line in a width, with the cursor visible. The cursor is a reversed character, which
// works without colours, too.
func (t *Input) Draw(width int, style Look) string {
	if t.selected {
		return style.Reverse(true).Render(Fit(diffview.Visible(t.Text), width))
	}
	left := diffview.Visible(t.Text[:t.Cursor])
	under, right := " ", ""
	if n := t.after(); n > 0 {
		under, right = diffview.Visible(t.Text[t.Cursor:t.Cursor+n]), diffview.Visible(t.Text[t.Cursor+n:])
	}
	room := width - Width(under)
	if Width(left) > room {
		left = FitEnd(left, room)
	}
	right = Fit(right, room-Width(left))
	return style.Render(left) + style.Reverse(true).Render(under) + style.Render(right)
}
