package cli

import (
	"strconv"
	"strings"
	"time"
)

// ParseSince reads the value of --since: how long ago, or a date.
func ParseSince(s string, now time.Time) (time.Time, error) {
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if n, err := strconv.Atoi(strings.TrimSuffix(s, unit)); err == nil && n >= 0 && strings.HasSuffix(s, unit) {
			return now.AddDate(0, 0, -n*days), nil
		}
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, Misuse("write 90m, 12h, 7d, 4w or a date such as 2026-01-31", "--since: %q is not a time", s)
}
