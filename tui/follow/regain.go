package follow

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// regained names what can be given back of the lost file, if that is anything.
func (b *Rules) regained() string {
	if b.Lost == nil || b.ReadOnly {
		return ""
	}
	return b.Lost.Rules
}

// RegainText says what gives the lost file back.
func (b *Rules) RegainText() string {
	switch rules := b.regained(); {
	case rules != "":
		return "Press b to restore " + rules
	case b.ReadOnly:
		return b.Lost.Fix
	}
	return change.Fix(b.Lost.Problem)
}

// LostNotice says that rules are lost, and what restores them.
func (b *Rules) LostNotice(home string, width int, st *kit.Styles) []string {
	if b.Lost == nil {
		return nil
	}
	return append(kit.Noted(kit.Mark("▲", "lost", kit.Warn), kit.Clean(home, b.Lost.Message), width, st),
		kit.Styled(kit.Indented("→ "+kit.Clean(home, b.RegainText()), 3, width-1), st.Muted)...)
}

// Regaining is the key that gives the lost file back, where that can be.
func (b *Rules) Regaining() []kit.Binding {
	rules := b.regained()
	if rules == "" {
		return nil
	}
	restore := func(m *kit.Model) tea.Cmd {
		return change.Begin(m, change.Operation{
			Target: installer.Target{Path: b.Path}, Plan: b.backend.RegainPreferences,
			Cannot: "restore the rules", Title: "Restore ", Done: "Rules restored",
		})
	}
	return []kit.Binding{kit.Bind("restore rules…", restore, "b").Means("restore " + rules + "; shows the change first").Writing().Kept()}
}
