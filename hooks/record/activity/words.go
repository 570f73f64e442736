package activity

import (
	"fmt"
	"strconv"
	"time"

	"neverask/hooks/record/eventlog"
)

// Brief formats a duration with two or three digits: 12 ms, 3.4 s, 2 min 5 s, 3 h 20 min, 2 d
// 4 h.
func Brief(d time.Duration) string {
	const day = 24 * time.Hour
	if d = d.Round(time.Millisecond); d < time.Second {
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	if d = d.Round(100 * time.Millisecond); d < 10*time.Second {
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	}
	switch d = d.Round(time.Second); {
	case d < time.Minute:
		return strconv.FormatInt(int64(d/time.Second), 10) + " s"
	case d < time.Hour:
		return pair(d, time.Minute, "min", time.Second, "s")
	case d < day:
		return pair(d, time.Hour, "h", time.Minute, "min")
	}
	return pair(d, day, "d", time.Hour, "h")
}

// pair formats a duration in two units, without the smaller one if it is zero.
func pair(d, large time.Duration, largeName string, small time.Duration, smallName string) string {
	s := fmt.Sprintf("%d %s", d/large, largeName)
	if rest := d % large / small; rest > 0 {
		s += fmt.Sprintf(" %d %s", rest, smallName)
	}
	return s
}

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
