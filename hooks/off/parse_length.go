package off

import (
	"strconv"
	"strings"
	"time"
)

// EndAfter returns the end of a period of a length that begins now; ok is false if the length is none.
func EndAfter(now time.Time, length string) (end time.Time, ok bool) {
	d, days, ok := ParseLength(length)
	end = now.AddDate(0, 0, days).Add(d)
	return end, ok && end.After(now) && end.Year() <= now.Year()+100 // a later one cannot be written down
}

// EndAt returns the end of a period that ends the next time it is so late; ok is false if clock is no time of day.
func EndAt(now time.Time, clock string) (end time.Time, ok bool) {
	at, err := time.ParseInLocation("15:04", clock, now.Location())
	end = time.Date(now.Year(), now.Month(), now.Day(), at.Hour(), at.Minute(), 0, 0, now.Location())
	if !end.After(now) {
		end = end.AddDate(0, 0, 1)
	}
	return end, err == nil
}

// ParseLength reads a length of time such as 90m, 2h, 3d or 2w, which is not negative. A day may have 23 or 25 hours.
func ParseLength(s string) (d time.Duration, days int, ok bool) {
	if d, err := time.ParseDuration(s); err == nil {
		return d, 0, d >= 0
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if n, err := strconv.Atoi(strings.TrimSuffix(s, unit)); err == nil && n >= 0 && strings.HasSuffix(s, unit) {
			return 0, n * days, true
		}
	}
	return 0, 0, false
}
