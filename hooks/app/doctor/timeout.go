package doctor

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// milliseconds returns the finding, without its position, about a timeout that nobody would
// wait for or that looks like milliseconds, and what was probably meant. If that is a guess,
// the finding is ByName.
func milliseconds(seconds float64) (found Finding, meant string, is bool) {
	meant = number(seconds / 1000)
	severity, looks := Warning, seconds >= 1000 && math.Mod(seconds, 500) == 0
	if seconds < 3600 {
		severity = Info
	}
	return Finding{ID: "timeout-milliseconds", Severity: severity,
		Message: "a timeout of " + number(seconds) + " seconds is " + long(seconds), ByName: seconds < 3600*1000,
		Why: "timeouts are in seconds: Claude waits that long for a hook that hangs",
		Fix: "write " + meant + " (assumes milliseconds)"}, meant, seconds >= 3600 || looks
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func long(seconds float64) string {
	if days := seconds / 86400; days >= 2 {
		return fmt.Sprintf("%.0f days", days)
	}
	return time.Duration(seconds * float64(time.Second)).String()
}
