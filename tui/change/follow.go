package change

import (
	"bytes"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/tui/kit"
)

// A running session of the client can write a file a moment after it was
// changed, from what it has in memory. So what was written is looked at again.

// recheckDelay is how long after a change the files are looked at again.
const recheckDelay = 3 * time.Second

type (
	checkDueMsg struct{ result *Result }
	followedMsg struct {
		result       *Result
		consequences []status.Consequence
	}
	checkedMsg struct {
		result *Result
		other  string // a file that somebody else has written; "" when none
	}
)

func (checkDueMsg) Still() bool { return true }

func (f *Flow) check(msg checkDueMsg) tea.Cmd {
	b, parts := f.Backend, msg.result.proposal.Parts
	return func() tea.Msg {
		for _, one := range parts {
			if !holds(b, one.Plan) {
				return checkedMsg{msg.result, one.Plan.Path}
			}
		}
		return checkedMsg{msg.result, ""}
	}
}

// look finds out what is so after the change.
func (r *Result) look(b Backend) tea.Cmd {
	plan, waiting := r.proposal.Plan, r.waiting()
	return func() tea.Msg { return followedMsg{r, b.Consequences(context.Background(), plan, waiting)} }
}

// holds reports whether a file is what a plan has made of it.
func holds(b Backend, p installer.Plan) bool {
	content, err := b.ReadFile(p.Path)
	if p.Removed {
		return err != nil
	}
	return err == nil && bytes.Equal(content, p.After)
}

// checked says on the result what was seen; hooks that were lost are told of by
// the guard.
func (f *Flow) checked(msg checkedMsg) {
	msg.result.checked = "✓ the change is still in place"
	if msg.other != "" {
		msg.result.checked = "▲ another program rewrote " + kit.Short(f.Home, msg.other) + "; any hooks it removed are listed here"
	}
}
