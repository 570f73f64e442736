package termtest

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// reaction is the least time between something on the screen and a key.
const reaction = 150 * time.Millisecond

// legacy has the bytes of the named keys without modifiers.
var legacy = map[string]string{
	"enter":     "\r",
	"tab":       "\t",
	"space":     " ",
	"backspace": "\x7f",
	"esc":       "\x1b",
	"up":        "\x1b[A",
	"down":      "\x1b[B",
	"right":     "\x1b[C",
	"left":      "\x1b[D",
	"home":      "\x1b[H",
	"end":       "\x1b[F",
	"insert":    "\x1b[2~",
	"delete":    "\x1b[3~",
	"pgup":      "\x1b[5~",
	"pgdown":    "\x1b[6~",
	"shift+tab": "\x1b[Z",
}

// Type sends text unchanged, as if typed or pasted at once: a newline in it is
// not the enter key.
func (term *Terminal) Type(text string) {
	_, _ = io.WriteString(term.input, text)
}

// Key sends keys by name, in order: a character ("a", "?"), a named key
// (enter tab space backspace esc up down right left home end insert delete
// pgup pgdown), "shift+tab", or "ctrl+" or "alt+" before a character, as in
// "ctrl+c". An unknown name fails the test. The first key comes after [Terminal.React].
func (term *Terminal) Key(names ...string) {
	term.t.Helper()
	term.React()
	for _, name := range names {
		term.mu.Lock()
		disambiguate := term.keyboard().top()&1 != 0
		term.mu.Unlock()
		seq, ok := spell(name, disambiguate)
		if !ok {
			term.t.Fatalf("termtest: no key is called %q", name)
		}
		term.Type(seq)
	}
}

// React waits until the screen has been the same for as long as a person takes
// to react to it.
func (term *Terminal) React() {
	term.mu.Lock()
	since := time.Since(term.shown)
	term.mu.Unlock()
	time.Sleep(reaction - since)
}

// spell returns the bytes of a key. With disambiguate, the first flag of the
// kitty keyboard protocol, the keys whose old spelling is the beginning of
// something else, or a control character, are sent as "CSI code ; mods u".
func spell(name string, disambiguate bool) (seq string, ok bool) {
	mod, key := 1, name
	if rest, found := strings.CutPrefix(key, "ctrl+"); found {
		mod, key = 5, rest
	} else if rest, found := strings.CutPrefix(key, "alt+"); found {
		mod, key = 3, rest
	}
	r, size := utf8.DecodeRuneInString(key)
	single := key != "" && size == len(key)
	if key == "space" {
		r, single = ' ', true
	}
	switch {
	case mod == 1 && name == "esc" && disambiguate:
		return "\x1b[27u", true
	case mod == 1 && single:
		return string(r), true
	case mod == 1:
		seq, ok = legacy[name]
		return seq, ok
	case !single:
		return "", false
	case disambiguate:
		return fmt.Sprintf("\x1b[%d;%du", r, mod), true
	case mod == 3:
		return "\x1b" + string(r), true
	case r == ' ' || r >= '@' && r <= '_' || r >= 'a' && r <= 'z':
		return string(r & 0x1f), true
	}
	return "", false
}
