package change

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/diffview"
	"neverask/hooks/app/status"
	"neverask/tui/kit"
)

// heading says what was done, with the verb first.
func (p *Preview) heading() string {
	if len(p.Parts) == 0 {
		_, done := p.onProgram()
		return done
	}
	return p.named(p.Operation.Done)
}

// changeMessage returns the message about a change: what was done, the consequences, and a next step whose key works here.
func (f *Flow) changeMessage(m *kit.Model, p *Preview, consequences []status.Consequence) string {
	all := []string{"✓ " + p.heading()}
	for _, c := range consequences {
		if c.ID == status.Seen {
			continue
		}
		all = append(all, kit.Clean(f.Home, c.Text))
		if step := f.next(m, c.ID); step != "" {
			all = append(all, kit.Tied(step))
		}
	}
	if works(m, "z") && undoable(p) {
		all = append(all, kit.Tied("z to undo"))
	}
	return strings.Join(all, " · ")
}

// undoable reports whether undo takes a change back: it writes files, and is not itself an undoing.
func undoable(p *Preview) bool { return p.Operation.Receipt.ID == "" && len(p.Parts) > 0 }

// next returns the step that a consequence suggests, or "" if there is none or its key does not work here.
func (f *Flow) next(m *kit.Model, id status.ConsequenceID) string {
	switch waiting := f.Waiting(); {
	case id == status.NotInForce && works(m, "i"):
		return "i to install it"
	case id == status.Unreadable && works(m, "D"):
		return "D to see why"
	case slices.Contains([]status.ConsequenceID{status.NoRules, status.Contested, status.Suggested}, id) &&
		waiting > 0 && works(m, "S"):
		return "S to review " + diffview.Count(waiting, "suggestion")
	case (id == status.NoRules || id == status.Contested) && works(m, "a"):
		return "a to add one"
	}
	return ""
}

// works reports whether a key does something now.
func works(m *kit.Model, key string) bool {
	return slices.ContainsFunc(m.Bindings(), func(b kit.Binding) bool { return slices.Contains(b.Keys(), key) })
}

// leftBehind says what an uninstall could not remove, though it was made.
func leftBehind(home string, p *Preview, err error) *kit.Notice {
	return &kit.Notice{
		Heading: kit.Capital(p.heading()) + ", but something is left", Bad: true, Text: []string{kit.Clean(home, err.Error())},
	}
}

// look finds the consequences of a change, to add to its message.
func (f *Flow) look(p *Preview, said string) tea.Cmd {
	b, waiting := f.Backend, f.Waiting()
	return func() tea.Msg {
		return followedMsg{p, said, b.Consequences(context.Background(), p.Plan, waiting)}
	}
}

// followed shows the consequences, unless another message is shown by then.
func (f *Flow) followed(m *kit.Model, msg followedMsg) {
	if m.Status == msg.said {
		m.Say(f.changeMessage(m, msg.preview, msg.consequences))
	}
}
