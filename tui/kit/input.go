package kit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"neverask/diffview"
)

// Input is a line of text that is edited. It keeps the text unchanged, and draws it safely.
type Input struct {
	Text   string
	Cursor int // byte offset, between characters
	// selected says that typing replaces the text.
	selected bool
}

// NewInput returns a line with a text, and the cursor after it.
func NewInput(s string) Input { return Input{Text: s, Cursor: len(s)} }

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
		if s == "right" && t.Cursor == len(t.Text) && !t.selected { // what it means beside the line, if anything
			return false
		}
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

// Lines draws the line on as many lines as it takes, or on the given number of them around the cursor.
func (t *Input) Lines(width, most int) []string {
	whole := t.Draw(Far, Plain)
	if t.Cursor < len(t.Text) && t.Text[t.Cursor] == ' ' || t.Cursor == len(t.Text) { // a break would hide the cursor
		whole = diffview.Visible(t.Text[:t.Cursor]) + Plain.Reverse(true).Render("\u00a0") +
			diffview.Visible(t.Text[min(t.Cursor+1, len(t.Text)):])
	}
	all := strings.Split(strings.ReplaceAll(ansi.Wrap(whole, max(width, 1), ""), "\u00a0", " "), "\n")
	if len(all) <= most {
		return all
	}
	at := slices.IndexFunc(all, func(l string) bool { return ansi.Strip(l) != l })
	first := max(min(at-most+2, len(all)-most), 0)
	if first > 0 {
		all[first] = "…" + ansi.TruncateLeft(all[first], 1, "")
	}
	return cut(all[first:], most, width)
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
