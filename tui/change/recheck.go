package change

import (
	"bytes"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/tui/kit"
)

// A running client session may overwrite a changed file a moment later, from an older copy in memory. So the files
// are checked again.

// recheckDelay is the time after a change before the files are checked again.
const recheckDelay = 3 * time.Second

type (
	checkDueMsg struct{ preview *Preview }
	followedMsg struct {
		preview      *Preview
		said         string // the message about the change, without the consequences
		consequences []status.Consequence
	}
	checkedMsg struct{ other string } // a file that another program has written, or ""
)

func (checkDueMsg) Still() bool    { return true }
func (msg checkedMsg) Still() bool { return msg.other == "" }

// remember records the last change of each file.
func (f *Flow) remember(p *Preview) {
	if f.written == nil {
		f.written = map[string]*Preview{}
	}
	for _, one := range p.Parts {
		f.written[one.Plan.Path] = p
	}
}

// recheck checks the files of a change that no later change has written.
func (f *Flow) recheck(msg checkDueMsg) tea.Cmd {
	b := f.Backend
	var plans []planner.Plan
	for _, one := range msg.preview.Parts {
		if f.written[one.Plan.Path] == msg.preview {
			plans = append(plans, one.Plan)
		}
	}
	return func() tea.Msg {
		for _, p := range plans {
			if !holds(b, p) {
				return checkedMsg{p.Path}
			}
		}
		return checkedMsg{}
	}
}

// holds reports whether a file is still as a plan has written it.
func holds(b Backend, p planner.Plan) bool {
	content, err := b.ReadFile(p.Path)
	if p.Removed {
		return err != nil
	}
	return err == nil && bytes.Equal(content, p.After)
}

// checked warns if a change did not last. Home reports lost hooks.
func (f *Flow) checked(m *kit.Model, msg checkedMsg) {
	if msg.other != "" {
		m.Say("▲ another program rewrote " + kit.Short(f.Home, msg.other) + " after the change")
	}
}
