package tui

import "neverask/hooks/record/activity"

// Recorder is what the screen about activity asks of the world, besides the
// counts of questions and what is known of hooks.
type Recorder interface {
	// Activity returns a reader of what is recorded of Claude's tools.
	Activity(activity.Filter) *activity.Reader
}
