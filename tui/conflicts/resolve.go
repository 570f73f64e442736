package conflicts

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/install"
	"neverask/hooks/others/conflict"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// resolve begins the change that takes a resolution of one conflict.
func (k *cards) resolve(m *kit.Model, c conflict.Conflict, w conflict.Resolution) tea.Cmd {
	if w == conflict.Leave {
		m.Pop()
		m.Say("left as it is; nothing was changed")
		return nil
	}
	choices := []conflict.Choice{{Conflict: c, Resolution: w}}
	if k.wish.target.Path == "" { // before neverask is installed, nothing is in conflict with it yet
		m.Pop()
		return m.Send(change.InstallMsg{Choices: choices})
	}
	settling := k.wish
	settling.options = install.Options{NoDenyRules: true, Repair: true, Choices: choices}
	return change.Begin(m, k.known.operation(settling))
}
