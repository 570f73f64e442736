package history

import (
	"neverask/hooks/app/installer"
	"neverask/settings"
	"neverask/tui/change"
)

// Backend is what the place of the changes asks of the world.
type Backend interface {
	change.Backend
	// Targets are the settings files that can be edited.
	Targets() []installer.Target
	// Made is the change of one file as the plan that it was; ok is false when that
	// is no longer kept.
	Made(settings.Receipt) (p installer.Plan, ok bool)
}
