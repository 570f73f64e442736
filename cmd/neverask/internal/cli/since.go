package cli

import (
	"neverask/hooks/off"
	"time"
)

// ParseSince reads the value of --since: how long ago, or a date.
func ParseSince(s string, now time.Time) (time.Time, error) {
	if d, days, ok := off.ParseLength(s); ok {
		return now.AddDate(0, 0, -days).Add(-d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, Misuse("write 90m, 12h, 7d, 4w or a date such as 2026-01-31", "--since: %q is not a time", s)
}
