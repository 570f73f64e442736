package kit

import (
	"cmp"
	"strings"
)

// Wide is the minimum width for labels beside their texts.
const Wide = 64

// A Badge shows a state as a sign and a word, so that it needs no colour.
type Badge struct {
	Sign, Word string
	Style      func(*Styles) Look
}

// Mark returns a badge of a sign and a word.
func Mark(sign, word string, style func(*Styles) Look) Badge {
	return Badge{sign, word, style}
}

// signs are the signs that mean the same on all screens.
var signs = []MenuEntry{
	{Key: "●", Text: "in force: on, installed, or answered for you"},
	{Key: "◐", Text: "in part: reversible questions alone, not all hooks, or only at times"},
	{Key: "○", Text: "off, or not there; Claude asks you"}, {Key: "◇", Text: "Claude asks you, with your answer first"},
	{Key: "◔", Text: "Claude asks you once, then it is answered"}, {Key: "◆", Text: "decided by you, or yours to decide"},
	{Key: "✓", Text: "as it should be, or chosen by you"}, {Key: "✗", Text: "broken, refused or failed"},
	{Key: "▲", Text: "look at this: something else happens than you may expect"},
	{Key: "△", Text: "slower than it need be"}, {Key: "⚠", Text: "it may be irreversible"},
	{Key: "□", Text: "from a project, not from you"},
	{Key: "·", Text: "before a word: for your information, nothing to do"},
	{Key: "…", Text: "behind a key: first it shows something, or asks; elsewhere: the text continues"},
}

// choices are the signs of the choices in a form.
var choices = map[string]string{"●": "the one that is chosen", "○": "not chosen"}

// legend explains the signs that are on a screen, which may be a form.
func legend(screen string, form bool) (all []MenuEntry) {
	for _, e := range signs {
		if form {
			e.Text = cmp.Or(choices[e.Key], e.Text)
		}
		if e.Group = "Signs"; strings.Contains(screen, e.Key) {
			all = append(all, e)
		}
	}
	return all
}

// Draw returns the sign and the word in their look.
func (b Badge) Draw(st *Styles) string {
	if b.Word == "" {
		return ""
	}
	return b.Style(st).Render(b.Sign + " " + b.Word)
}

// Good returns the look of a state that is as it should be.
func Good(st *Styles) Look { return st.Ok }

// Action returns the look of something to do.
func Action(st *Styles) Look { return st.Accent }

// Warn returns the look of something to check.
func Warn(st *Styles) Look { return st.Warn }

// Bad returns the look of something broken.
func Bad(st *Styles) Look { return st.Bad }

// Calm returns the look of something that needs no attention.
func Calm(st *Styles) Look { return st.Muted }

// Noted draws a badge and its meaning beside it or, on a narrow screen, below it.
func Noted(b Badge, text string, width int, st *Styles) []string {
	head := " " + b.Draw(st)
	if text == "" {
		return []string{head}
	}
	plain := b.Word + ": " // after the sign, which is as wide as the indentation of the other lines
	all := Wrap(plain+text, width-3)
	if len(all[0]) < len(plain) {
		return append([]string{head}, Indented(text, 3, width)...)
	}
	all[0] = head + ":" + all[0][len(plain)-1:]
	for i := 1; i < len(all); i++ {
		all[i] = "   " + all[i]
	}
	return all
}

// Labelled draws a text beside its label.
func Labelled(label, text string, width int, st *Styles) []string {
	all := Indented(text, 12, width)
	all[0] = " " + st.Muted.Render(Pad(label, 11)) + strings.TrimLeft(all[0], " ")
	return all
}
