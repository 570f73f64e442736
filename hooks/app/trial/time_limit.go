package trial

import (
	"time"

	"neverask/hooks"
)

// longest replaces absurdly long time limits: a number of seconds in settings may exceed a Duration.
const longest = 365 * 24 * time.Hour

// limitAt returns the time limit that Claude Code 2.1.329 gives a command without one.
func limitAt(event hooks.Event) time.Duration {
	switch event {
	case hooks.EventUserPromptSubmit, hooks.EventPreModelSwitch:
		return 30 * time.Second
	case hooks.EventSessionEnd:
		return 1500 * time.Millisecond
	}
	return 600 * time.Second
}
