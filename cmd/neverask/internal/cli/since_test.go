package cli

import (
	"testing"
	"time"
)

func TestParseSince(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for s, want := range map[string]string{
		"90m": "2026-03-10T10:30:00Z", "12h": "2026-03-10T00:00:00Z", "7d": "2026-03-03T12:00:00Z", "2w": "2026-02-24T12:00:00Z",
		"0d": "2026-03-10T12:00:00Z", "2026-01-31": "2026-01-31T00:00:00Z", "2026-01-31T08:00:00+02:00": "2026-01-31T08:00:00+02:00",
	} {
		if got, err := ParseSince(s, now); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v; want %s", s, got, err, want)
		}
	}
	for _, s := range []string{"", "d", "-1d", "1y", "yesterday", "-3h", "1.5d", "2026-13-01"} {
		if got, err := ParseSince(s, now); err == nil {
			t.Errorf("%q is %v", s, got)
		}
	}
}
