package control

import "time"

// CheckLeaks and Until are for the tests outside of the package.
var CheckLeaks, Until = checkLeaks, until

// SetTurnGrace changes how long the turn after a task is waited for.
func (s *Session) SetTurnGrace(d time.Duration) { s.turnGrace = d }

// Path is the program of the client.
func (s *Session) Path() string { return s.cmd.Path }

// SetBackgroundWait changes [Options.BackgroundWait].
func (s *Session) SetBackgroundWait(d time.Duration) { s.tasksWait = d }
