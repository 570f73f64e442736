package log

import (
	tea "charm.land/bubbletea/v2"

	"neverask/hooks/app/install"
	"neverask/hooks/claude/config"
	"neverask/tui/change"
	"neverask/tui/kit"
)

// recording reports whether activity recording is installed.
func (t *Place) recording() bool { return t.installs.Has(config.ActivityRecording) }

// recordBinding returns the key that switches activity recording on, or off.
func recordBinding(t *Place) kit.Binding {
	if t.recording() {
		return kit.Bind("stop recording…", switching(t, install.RecordOff),
			"R").Means("stop recording tool calls; shows the change first").Writing()
	}
	return kit.Bind("record…", switching(t, install.RecordOn),
		"R").Means("record which tools Claude uses; shows the change first").Writing()
}

// switching returns the key function that switches activity recording.
func switching(t *Place, how install.Recording) func(*kit.Model) tea.Cmd {
	o := change.Operation{
		Cannot: "record activity", Title: "Install %s into ", Done: "installed %s", Nothing: "Activity is recorded already.",
	}
	if how == install.RecordOff {
		o.Cannot, o.Title, o.Done, o.Nothing = "stop recording", "Stop %s in ", "%s stopped", "Activity is not recorded."
	}
	return func(m *kit.Model) tea.Cmd {
		o.Target, o.Plan = t.backend.RecordActivity(how)
		return change.Begin(m, o)
	}
}
