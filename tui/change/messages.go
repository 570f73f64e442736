package change

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/planner"
	"neverask/hooks/others/conflict"
	"neverask/tui/kit"
)

// Messages to other places.
type (
	// ReviewMsg asks for the suggestions.
	ReviewMsg struct{}
	// InstallIntoMsg asks for an install in a settings file, beginning with the conflicts with third-party hooks.
	InstallIntoMsg struct {
		Target  planner.Target
		Choices []conflict.Choice
	}
	// InstallMsg asks for an install.
	InstallMsg struct {
		Choices []conflict.Choice // the known statuses of the settings files, if any
	}
)

// Install returns the key that asks for an install, called by what is missing.
func Install(name string) kit.Binding {
	return kit.Bind("install…", func(m *kit.Model) tea.Cmd { return m.Send(InstallMsg{}) },
		"i").Means("install " + name + "; shows the change first").Writing()
}
