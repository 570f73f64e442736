package follow

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// regained names what can be given back of the lost file: "the 3 rules that were in it".
func (b *Rules) regained() (rules string, ok bool) {
	if b.Lost == nil || b.ReadOnly {
		return "", false
	}
	_, rules, ok = strings.Cut(b.Lost.Fix, " restores ")
	return rules, ok
}

// RegainText says what gives the lost file back.
func (b *Rules) RegainText() string {
	if rules, ok := b.regained(); ok {
		return "Press b to restore " + rules
	}
	if b.ReadOnly {
		return b.Lost.Fix
	}
	return change.WithKeys(b.Lost.Fix)
}

// Regaining is the key that gives the lost file back, where that can be.
func (b *Rules) Regaining() []kit.Binding {
	rules, ok := b.regained()
	if !ok {
		return nil
	}
	restore := func(m *kit.Model) tea.Cmd {
		return change.Begin(m, change.Operation{
			Target: installer.Target{Path: b.Path}, Plan: b.backend.RegainPreferences,
			Cannot: "restore the rules", Title: "Restore ", Done: "Rules restored",
		})
	}
	return []kit.Binding{kit.Bind("restore rules…", restore, "b").Means("restore " + rules + "; shows the change first").Writing()}
}
