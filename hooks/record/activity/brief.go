package activity

import (
	"fmt"
	"strconv"
	"time"
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

// Milliseconds rounds a duration as [Brief] does.
func Milliseconds(d time.Duration) int64 { return d.Round(time.Millisecond).Milliseconds() }

// pair formats a duration in two units, without the smaller one if it is zero.
func pair(d, large time.Duration, largeName string, small time.Duration, smallName string) string {
	s := fmt.Sprintf("%d %s", d/large, largeName)
	if rest := d % large / small; rest > 0 {
		s += fmt.Sprintf(" %d %s", rest, smallName)
	}
	return s
}
