package prompt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Confirm asks for a yes. Anything else, and the end of input, is a no.
func (t *Terminal) Confirm(ctx context.Context, text string) (bool, error) {
	s, err := t.ask(ctx, text+" [y/N] ")
	if errors.Is(err, ErrEnded) {
		return false, nil
	}
	s = strings.ToLower(s)
	return s == "y" || s == "yes", err
}

// Word asks until it gets one of some words, or its beginning. An empty line stands for the last
// word.
func (t *Terminal) Word(ctx context.Context, text string, words ...string) (string, error) {
	last := len(words) - 1
	text = fmt.Sprintf("%s %s or %s", text, strings.Join(words[:last], ", "), words[last])
	for {
		s, err := t.Line(ctx, text, words[last])
		if err != nil {
			return "", err
		}
		said, meant := strings.ToLower(s), []string(nil)
		for _, w := range words {
			if strings.HasPrefix(w, said) {
				meant = append(meant, w)
			}
		}
		switch {
		case slices.Contains(meant, said):
			return said, nil
		case len(meant) == 1:
			return meant[0], nil
		case len(meant) > 1:
			Print(t.out, fmt.Sprintf("%q may be %s", s, strings.Join(meant, " or ")))
		case said == "?":
			Print(t.out, "Type one of the words, or its unambiguous beginning. An empty line means "+words[last]+".")
		default:
			Print(t.out, fmt.Sprintf("%q is none of them", s))
		}
	}
}
