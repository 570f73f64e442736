package tui

import (
	"errors"
	"fmt"
	"strings"

	"neverask/settings"
)

// failure explains an error with everything it says: what, where, and what to
// do where that is known. left says how things were left.
func failure(home string, c change, err error, left string) *notice {
	n := &notice{heading: "Cannot " + c.op, bad: true}
	if words, known := opWords[c.op]; known {
		n.heading = "Cannot " + words.cannot
	}
	if syntax, ok := errors.AsType[*settings.SyntaxError](err); ok {
		n.text = []string{fmt.Sprintf("%s:%d:%d", syntax.Path, syntax.Line, syntax.Col), syntax.Msg, syntax.Hint}
	} else {
		n.text = strings.Split(strings.TrimSpace(err.Error()), "\n")
	}
	if errors.Is(err, settings.ErrLocked) {
		left += " Try again when the other one is done."
	}
	if errors.Is(err, settings.ErrBusy) {
		left += " Try again when the other program is done."
	}
	n.text = append(n.text, left)
	for i, t := range n.text {
		n.text[i] = clean(home, t)
	}
	return n
}

// nothing says that a change is made already.
func nothing(home string, c change) *notice {
	file := short(home, c.path())
	n := &notice{heading: "Nothing to do"}
	switch c.op {
	case "install":
		n.text = []string{"The hooks are in " + file + " already, and the hook program is current."}
	case "settle":
		n.text = []string{"Nothing changes: the hook is already out of the way."}
	case "uninstall":
		n.text = []string{"There are no such hooks of neverask in " + file + "."}
	default:
		n.text = []string{file + " is already as it would be."}
	}
	return n
}
