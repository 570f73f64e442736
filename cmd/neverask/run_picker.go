package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// picker is the state of the dialog for one question.
type picker struct {
	q      question.Question
	at     int // the row of the cursor; len(q.Options) is "something else"
	marked []bool
	typing bool
	text   []rune
	chosen string
}

func newPicker(q question.Question) *picker {
	return &picker{q: q, marked: make([]bool, len(q.Options))}
}

// press takes in a key. It reports whether the question is answered; the error
// is errDeclined or errInterrupted.
func (p *picker) press(key string) (done bool, err error) {
	switch {
	case key == "ctrl+c":
		return false, errInterrupted
	case p.typing:
		return p.typed(key), nil
	case key == "esc":
		return false, errDeclined
	case key == "up" || key == "k":
		p.at = max(0, p.at-1)
	case key == "down" || key == "j":
		p.at = min(len(p.q.Options), p.at+1)
	case key == "space" && p.q.Multi && p.at < len(p.q.Options):
		p.marked[p.at] = !p.marked[p.at]
	case key == "enter" && p.at == len(p.q.Options):
		p.typing = true
	case key == "enter":
		p.choose()
		return true, nil
	case len(key) == 1 && key[0] >= '1' && int(key[0]-'1') <= len(p.q.Options):
		p.at = int(key[0] - '1')
	}
	return false, nil
}

// choose takes the marked options, or the one under the cursor.
func (p *picker) choose() {
	var labels []string
	for i, o := range p.q.Options {
		if p.marked[i] {
			labels = append(labels, o.Label)
		}
	}
	if len(labels) == 0 {
		p.marked[p.at] = true
		labels = []string{p.q.Options[p.at].Label}
	}
	p.chosen = strings.Join(labels, ", ")
}

// typed takes in a key while words are typed.
func (p *picker) typed(key string) (done bool) {
	switch r, size := utf8.DecodeRuneInString(key); {
	case key == "esc":
		p.typing = false
	case key == "enter":
		p.chosen = strings.TrimSpace(string(p.text))
		return p.chosen != ""
	case key == "backspace":
		p.text = p.text[:max(0, len(p.text)-1)]
	case key == "space":
		p.text = append(p.text, ' ')
	case size == len(key) && unicode.IsPrint(r):
		p.text = append(p.text, r)
	}
	return false
}

// value is the answer as the client takes it.
func (p *picker) value() hooks.Value { return hooks.StringOf(p.chosen) }

// view draws the dialog, one string a row.
func (p *picker) view(width int) []string {
	rows := []string{fit("? "+p.q.Text, width)}
	for i, o := range p.q.Options {
		mark := ""
		if p.q.Multi {
			mark = "[ ] "
			if p.marked[i] {
				mark = "[x] "
			}
		}
		row := fmt.Sprintf("%s%d. %s%s", p.cursor(i), i+1, mark, o.Label)
		if o.Description != "" {
			row += "  - " + o.Description
		}
		rows = append(rows, fit(row, width))
	}
	other := fmt.Sprintf("%s%d. something else", p.cursor(len(p.q.Options)), len(p.q.Options)+1)
	help := "  up/down move, enter chooses, esc stops the run"
	switch {
	case p.typing:
		other += ": " + string(p.text) + "_"
		help = "  type it, enter sends it, esc goes back"
	case p.q.Multi:
		help = "  up/down move, space marks, enter chooses, esc stops the run"
	}
	return append(rows, fit(other, width), fit(help, width))
}

func (p *picker) cursor(i int) string {
	if i == p.at {
		return "> "
	}
	return "  "
}

// summary is what stays on the screen.
func (p *picker) summary(width int) []string {
	if p.chosen == "" {
		return []string{fit("? "+p.q.Text+"  (not answered)", width)}
	}
	return []string{fit("? "+p.q.Text+"  "+p.chosen, width)}
}

// keysOf names the keys in what a terminal sends.
func keysOf(b []byte) []string {
	var keys []string
	for s := string(b); s != ""; {
		if rest, ok := strings.CutPrefix(s, "\x1b"); ok {
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' && r != '[' && r != 'O' })
			if end < 0 {
				return append(keys, "esc")
			}
			switch rest[end] {
			case 'A':
				keys = append(keys, "up")
			case 'B':
				keys = append(keys, "down")
			}
			s = rest[end+1:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch r {
		case '\r', '\n':
			keys = append(keys, "enter")
		case ' ':
			keys = append(keys, "space")
		case 3:
			keys = append(keys, "ctrl+c")
		case 8, 127:
			keys = append(keys, "backspace")
		default:
			keys = append(keys, string(r))
		}
	}
	return keys
}
