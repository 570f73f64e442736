package activity

import (
	"time"

	"neverask/hooks/record/eventlog"
)

// Call is one call of a tool.
type Call struct {
	Session string
	ToolUse string
	Prompt  string // prompt id
	Tool    string
	Server  string // MCP server
	Key     string // its subject: a program, an extension, a host

	Start time.Time // PreToolUse; the last one if the call was deferred
	End   time.Time // when it ended or was closed; zero while it runs

	// Timed reports that Duration is known: from the client, which excludes the wait for
	// permission and hooks, or else from start to end. Waited reports that Wait, that excluded
	// time, is known.
	Timed, Waited  bool
	Duration, Wait time.Duration
	Asked          bool // a permission was requested for it

	Class    eventlog.Class // Running while no end is known
	Exit     int            // of a command that failed
	By       eventlog.Denier
	ClosedBy Closing // empty if its own event recorded the end
	Resumed  int     // how often it was deferred and begun again

	Agent       string // id of the subagent; empty for the main conversation
	AgentType   string
	Mode        string // permission mode
	Effort      string
	Background  string // id of what continues in the background
	In, Out     int    // bytes of input and response
	Project     string // hash, see eventlog.ProjectHash
	ProjectName string
	Arguments   string // redacted; recorded only on request

	starts int // the session's starts when the call began
}

// Running is the class of a call that has not ended.
const Running eventlog.Class = "running"

// Failed reports whether a call with this class did not do what it was meant to. A refusal and
// an interruption are decisions, not failures, and an orphan's outcome is unknown.
func Failed(c eventlog.Class) bool {
	switch c {
	case eventlog.ClassExit, eventlog.ClassTimeout, eventlog.ClassNotFound,
		eventlog.ClassOSPermission, eventlog.ClassInvalid, eventlog.ClassOther:
		return true
	}
	return false
}
