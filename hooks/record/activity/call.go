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
	Key     string // what it was about: a program, an extension, a host

	Start time.Time // PreToolUse; of a call that was put off, the last one
	End   time.Time // when it was seen to end, or was closed; zero while it runs

	// Timed says that Duration is known: from the client, without the wait for a
	// permission and without hooks, or else from start to end. Wait is the rest of
	// the time, where Waited says that it is known.
	Timed, Waited  bool
	Duration, Wait time.Duration
	Asked          bool // a permission was requested for it

	Class    eventlog.Class // Running while no end is known
	Exit     int            // of a command that failed
	By       eventlog.Denier
	ClosedBy Closing // empty when its own event has told the end
	Resumed  int     // how often it was put off and begun again

	Agent       string // id of the subagent; empty for the main conversation
	AgentType   string
	Mode        string // permission mode
	Effort      string
	Background  string // id of what goes on running in the background
	In, Out     int    // bytes of input and response
	Project     string // hash, see eventlog.ProjectHash
	ProjectName string
	Arguments   string // redacted, where the person has asked for them

	starts int // of the session, when it began
}

// Running is the class of a call that has not ended.
const Running eventlog.Class = "running"

// Closing says what closed a call whose own end was not seen.
type Closing string

// What can close a call.
const (
	ByBatch      Closing = "batch"       // PostToolBatch lists it
	ByPrompt     Closing = "prompt"      // the person wrote something else
	ByStop       Closing = "stop"        // the turn or the subagent has ended
	BySessionEnd Closing = "session_end" // the session has
	ByAge        Closing = "age"         // nothing was heard of it for a day
)

// Failed reports whether a call that ended so did not do what it was to do. A
// refusal and an interruption are decisions and no failures, and of an orphan
// nothing is known.
func Failed(c eventlog.Class) bool {
	switch c {
	case eventlog.ClassExit, eventlog.ClassTimeout, eventlog.ClassNotFound, eventlog.ClassOSPermission, eventlog.ClassInvalid, eventlog.ClassOther:
		return true
	}
	return false
}
