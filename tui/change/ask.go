package change

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
	"neverask/hooks/thirdparty/conflict"
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
