package home

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/status"
	"neverask/hooks/off"
	"neverask/hooks/record/activity"
	"neverask/tui/kit"
)

// off says that neverask is off, and until when; "" if it is on.
func (o *Place) off() string {
	if i := slices.IndexFunc(o.installs.Statuses, func(s status.Status) bool { return s.Off != "" }); i >= 0 {
		return kit.Clean(o.home, o.installs.Statuses[i].Off)
	}
	return ""
}

// usual says how long the keys turn neverask off, and how long the person is away.
func usual() string { return activity.Brief(off.Usual) }

// switchBindings returns the key that turns neverask off, or on again.
func (o report) switchBindings() []kit.Binding {
	switch {
	case o.off() != "":
		return []kit.Binding{kit.Bind("on", o.switchOn, "O").Means("on: let rules answer again").Writing()}
	case !o.fresh():
		return []kit.Binding{kit.Bind("off for "+usual(), o.switchOff,
			"O").Means("be asked everything for " + usual() + "; press again to end it").Writing()}
	}
	return nil
}

func (o *Place) switchOff(m *kit.Model) tea.Cmd {
	now := o.now()
	p := off.Period{Since: now, Until: now.Add(off.Usual)}
	if err := o.backend.Switch(p.Until); err != nil {
		m.Say("✗ not switched off: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	m.Say("✓ turned off " + p.String() + ": Claude asks you everything · O to turn it on again")
	return o.installs.Load()
}

func (o *Place) switchOn(m *kit.Model) tea.Cmd {
	if err := o.backend.Switch(time.Time{}); err != nil {
		m.Say("✗ not switched on: " + kit.Clean(o.home, err.Error()))
		return nil
	}
	m.Say("✓ turned on: your rules answer again")
	return o.installs.Load()
}
