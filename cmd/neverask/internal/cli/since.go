package cli

import (
	"strconv"
	"strings"
	"time"
)

// ParseSince reads the value of --since: how long ago, or a date.
func ParseSince(s string, now time.Time) (time.Time, error) {
	if d, days, ok := parseLength(s); ok {
		return now.AddDate(0, 0, -days).Add(-d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, Misuse("write 90m, 12h, 7d, 4w or a date such as 2026-01-31", "--since: %q is not a time", s)
}

// After returns the time that is a length such as 90m, 2h, 3d or 2w after another; ok is false if it is none.
func After(from time.Time, length string) (at time.Time, ok bool) {
	d, days, ok := parseLength(length)
	return from.AddDate(0, 0, days).Add(d), ok
}

// parseLength reads a length of time, which is not negative. A day may have 23 or 25 hours.
func parseLength(s string) (d time.Duration, days int, ok bool) {
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
