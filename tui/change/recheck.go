package change

import (
	"bytes"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/hooks/app/status"
	"neverask/tui/kit"
)

// A running session of the client can write a file a moment after it was
// changed, from what it has in memory. So what was written is looked at again.

// recheckDelay is how long after a change the files are looked at again.
const recheckDelay = 3 * time.Second

type (
	checkDueMsg struct{ proposal *Proposal }
	followedMsg struct {
		proposal     *Proposal
		said         string // of the change, before this was known
		consequences []status.Consequence
	}
	checkedMsg struct{ other string } // a file that somebody else has written; "" when none
)

func (checkDueMsg) Still() bool    { return true }
func (msg checkedMsg) Still() bool { return msg.other == "" }

// remember keeps which change was the last of each file.
func (f *Flow) remember(p *Proposal) {
	if f.written == nil {
		f.written = map[string]*Proposal{}
	}
	for _, one := range p.Parts {
		f.written[one.Plan.Path] = p
	}
}

// check looks at the files of a change that no later one has written.
func (f *Flow) check(msg checkDueMsg) tea.Cmd {
	b := f.Backend
	var plans []planner.Plan
	for _, one := range msg.proposal.Parts {
		if f.written[one.Plan.Path] == msg.proposal {
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

// look finds out what is so after a change of which something is said.
func (f *Flow) look(p *Proposal, said string) tea.Cmd {
	b, waiting := f.Backend, f.Waiting()
	return func() tea.Msg {
		return followedMsg{p, said, b.Consequences(context.Background(), p.Plan, waiting)}
	}
}

// followed says what is so, unless something else is said by then.
func (f *Flow) followed(m *kit.Model, msg followedMsg) {
	if m.Status == msg.said {
		m.Say(f.made(m, msg.proposal, msg.consequences))
	}
}

// holds reports whether a file is what a plan has made of it.
func holds(b Backend, p planner.Plan) bool {
	content, err := b.ReadFile(p.Path)
	if p.Removed {
		return err != nil
	}
	return err == nil && bytes.Equal(content, p.After)
}

// checked says where a change did not last; hooks that were lost are told of by the guard.
func (f *Flow) checked(m *kit.Model, msg checkedMsg) {
	if msg.other != "" {
		m.Say("▲ another program rewrote " + kit.Short(f.Home, msg.other) + " after the change")
	}
}
