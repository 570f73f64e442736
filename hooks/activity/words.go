package activity

import (
	"fmt"
	"strconv"
	"time"

	"neverask/hooks/journal"
)

// Brief writes a duration with about three digits, in words of one width or two:
// 12 ms, 3.4 s, 2 min 5 s, 3 h 20 min, 2 d 4 h.
func Brief(d time.Duration) string {
	two := func(n time.Duration, unit string, m time.Duration, small string) string {
		if m == 0 {
			return fmt.Sprintf("%d %s", n, unit)
		}
		return fmt.Sprintf("%d %s %d %s", n, unit, m, small)
	}
	const day = 24 * time.Hour
	switch {
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Truncate(100*time.Millisecond).Seconds(), 'f', 1, 64) + " s"
	case d < time.Minute:
		return strconv.FormatInt(int64(d/time.Second), 10) + " s"
	case d < time.Hour:
		return two(d/time.Minute, "min", d%time.Minute/time.Second, "s")
	case d < day:
		return two(d/time.Hour, "h", d%time.Hour/time.Minute, "min")
	}
	return two(d/day, "d", d%day/time.Hour, "h")
}

// Ending says in words how a call has ended, and what is known of it.
func (c Call) Ending() string {
	s := classWords[c.Class]
	switch {
	case c.Class == journal.ClassExit && c.Exit != 0:
		s = "exit code " + strconv.Itoa(c.Exit)
	case c.Class == journal.ClassDenied && c.By != "":
		s = "denied by the " + string(c.By)
	case s == "":
		s = string(c.Class)
	}
	if c.ClosedBy != "" && c.ClosedBy != ByBatch {
		s += " (" + closingWords[c.ClosedBy] + ")"
	}
	return s
}

var classWords = map[journal.Class]string{
	journal.ClassOK: "ok", journal.ClassExit: "exit code", journal.ClassTimeout: "timed out", journal.ClassInterrupted: "interrupted",
	journal.ClassNotFound: "not found", journal.ClassOSPermission: "refused by the system", journal.ClassInvalid: "invalid input",
	journal.ClassDenied: "denied", journal.ClassDeferred: "put off", journal.ClassOrphan: "end not seen", journal.ClassOther: "failed",
	Running: "running",
}

var closingWords = map[Closing]string{
	ByPrompt: "by the next prompt", ByStop: "when the turn was over", BySessionEnd: "when the session ended", ByAge: "a day went by",
}

// ClassWords names a class in words for people.
func ClassWords(c journal.Class) string {
	if s := classWords[c]; s != "" {
		return s
	}
	return string(c)
}
