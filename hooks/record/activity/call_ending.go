package activity

import (
	"strconv"

	"neverask/hooks/record/eventlog"
)

// Ending describes how a call ended, and what is known about that.
func (c Call) Ending() string {
	s := classWords[c.Class]
	switch {
	case c.Class == eventlog.ClassExit && c.Exit != 0:
		s = "exit code " + strconv.Itoa(c.Exit)
	case c.Class == eventlog.ClassDenied && c.By != "":
		s = "denied by the " + string(c.By)
		if c.By == eventlog.DeniedByPerson {
			s = "denied by you"
		}
	case s == "":
		s = string(c.Class)
	}
	if c.ClosedBy != "" && c.ClosedBy != ByBatch {
		s += " (" + closingWords[c.ClosedBy] + ")"
	}
	return s
}

var classWords = map[eventlog.Class]string{
	eventlog.ClassOK: "ok", eventlog.ClassExit: "exit code", eventlog.ClassTimeout: "timed out",
	eventlog.ClassInterrupted: "interrupted",
	eventlog.ClassNotFound:    "not found", eventlog.ClassOSPermission: "refused by the system",
	eventlog.ClassInvalid: "invalid input",
	eventlog.ClassDenied:  "denied", eventlog.ClassDeferred: "put off",
	eventlog.ClassOrphan: "no end recorded", eventlog.ClassOther: "failed",
	Running: "running",
}

var closingWords = map[Closing]string{
	ByPrompt: "by the next prompt", ByStop: "when the turn was over",
	BySessionEnd: "when the session ended", ByAge: "within a day",
}

// ClassWords describes a class for people.
func ClassWords(c eventlog.Class) string {
	if s := classWords[c]; s != "" {
		return s
	}
	return string(c)
}
