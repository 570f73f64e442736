package tui

import (
	"errors"
	"fmt"
	"strings"

	"neverask/settings"
	"neverask/tui/kit"
)

// failure explains an error with everything it says: what, where, and what to
// do where that is known. left says how things were left.
func failure(home string, c change, err error, left string) *kit.Notice {
	n := &kit.Notice{Heading: "Cannot " + c.op, Bad: true}
	if words, known := opWords[c.op]; known {
		n.Heading = "Cannot " + words.cannot
	}
	if syntax, ok := errors.AsType[*settings.SyntaxError](err); ok {
		n.Text = []string{fmt.Sprintf("%s:%d:%d", syntax.Path, syntax.Line, syntax.Col), syntax.Msg, syntax.Hint}
	} else {
		n.Text = strings.Split(strings.TrimSpace(err.Error()), "\n")
	}
	if errors.Is(err, settings.ErrLocked) {
		left += " Try again when the other one is done."
	}
	if errors.Is(err, settings.ErrBusy) {
		left += " Try again when the other program is done."
	}
	n.Text = append(n.Text, left)
	for i, t := range n.Text {
		n.Text[i] = kit.Clean(home, t)
	}
	return n
}

// nothing says that a change is made already.
func nothing(home string, c change) *kit.Notice {
	file := kit.Short(home, c.path())
	n := &kit.Notice{Heading: "Nothing to do"}
	switch c.op {
	case "install":
		n.Text = []string{"The hooks are in " + file + " already, and the hook program is current."}
	case "settle":
		n.Text = []string{"Nothing changes: the hook is already out of the way."}
	case "uninstall":
		n.Text = []string{"There are no such hooks of neverask in " + file + "."}
	default:
		n.Text = []string{file + " is already as it would be."}
	}
	return n
}
