package diffview

import (
	"testing"
	"time"
)

func TestLast(t *testing.T) {
	now := time.Unix(1e9, 0)
	for ago, want := range map[time.Duration]string{0: "just now", 5 * time.Minute: "last 5m ago", 49 * time.Hour: "last 2d ago"} {
		if got := Last(now, now.Add(-ago)); got != want {
			t.Errorf("%v: %q, want %q", ago, got, want)
		}
	}
}
