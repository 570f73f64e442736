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
	// InstallIntoMsg asks for the plan of an install in a settings file, past the
	// conflicts with third-party hooks.
	InstallIntoMsg struct {
		Target  installer.Target
		What    []config.Installable // nil where there was no choice
		Choices []conflict.Choice
	}
	// InstallMsg asks for an install of some hooks.
	InstallMsg struct {
		What    []config.Installable
		Choices []conflict.Choice // made before it; those for which it asks nothing more
	}
)

// Install is the key that asks for an install of some hooks, called by what they are.
func Install(name string, what ...config.Installable) kit.Binding {
	return kit.Bind("install…", func(m *kit.Model) tea.Cmd { return m.Send(InstallMsg{What: what}) }, "i").Means("install " + name + "; shows the change first").Writing()
}
