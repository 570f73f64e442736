package calls

import (
	"neverask/hooks/app/installer"
	"neverask/hooks/app/status"
	"neverask/hooks/record/activity"
)

// Backend is what the screen about activity asks of the world.
type Backend interface {
	// Targets are the settings files that hooks may be in, and Inspect says what is found
	// for one.
	Targets() []installer.Target
	Inspect(installer.Target) status.Status
	// Activity returns a reader of what is recorded of Claude's tools.
	Activity(activity.Filter) *activity.Reader
}
