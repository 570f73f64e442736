package change

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"neverask/settings"
	"neverask/tui/kit"
)

// Failure explains why something cannot be done: what, where and, if known, what to do about it. left says in which
// state things are.
func Failure(home, cannot string, err error, left string) *kit.Notice {
	n := &kit.Notice{Heading: "Cannot " + cannot, Bad: true}
	if syntax, ok := errors.AsType[*settings.SyntaxError](err); ok {
		n.Text = []string{fmt.Sprintf("%s:%d:%d", syntax.Path, syntax.Line, syntax.Col), syntax.Msg, syntax.Hint}
		n.Keys = []kit.Binding{kit.Opening(syntax.Path, syntax.Line, syntax.Col)}
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

// refused explains why an operation cannot be planned. The doctor repairs settings files.
func refused(home string, o Operation, err error) *kit.Notice {
	if syntax, broken := errors.AsType[*settings.SyntaxError](err); !broken || !syntax.Repairable || o.Target.Scope == "" {
		return Failure(home, o.Cannot, err, "Nothing was written.")
	}
	n := Failure(home, o.Cannot, err, "Nothing was written. Press D to repair the file.")
	n.Keys = append(n.Keys, kit.Doctor())
	return n
}

// nothing says that there is nothing to change.
func nothing(home string, o Operation) *kit.Notice {
	text := cmp.Or(o.Nothing, kit.Short(home, o.Target.Path)+" already looks like that.")
	return &kit.Notice{Heading: "Nothing to do", Text: []string{text}}
}
