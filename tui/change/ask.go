package change

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// What is asked of other places.
type (
	// ReviewMsg asks for the suggestions.
	ReviewMsg struct{}
	// InstallIntoMsg asks for the plan of an install of packs in a settings file, past the
	// conflicts with third-party hooks.
	InstallIntoMsg struct {
		Target  installer.Target
		Packs   []config.Pack // nil where there was no choice
		Choices []conflict.Choice
	}
	// InstallMsg asks for an install of some packs of hooks.
	InstallMsg struct {
		Packs   []config.Pack
		Choices []conflict.Choice // made before it; those for which it asks nothing more
	}
)

// Install is the key that asks for an install of some packs, called by what they are.
func Install(what string, packs ...config.Pack) kit.Binding {
	return kit.Bind("install…", func(m *kit.Model) tea.Cmd { return m.Send(InstallMsg{Packs: packs}) }, "i").Means("install " + what + "; shows the change first").Writing()
}
