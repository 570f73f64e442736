package setting

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/claude/config"
)

// Backend is what the page about settings asks of the world.
type Backend interface {
	// Targets are the settings files that can be edited.
	Targets() []installer.Target
	// Sources are all places that Claude Code takes hooks from, with what decides about
	// them.
	Sources() config.Sources
	// Settings are those that decide about hooks and questions, and Configure
	// plans to change one. raw is JSON text; empty takes the setting out.
	Settings() []config.Setting
	Configure(t installer.Target, name, raw string) (installer.Plan, error)
}
