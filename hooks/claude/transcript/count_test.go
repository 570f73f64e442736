package transcript

import (
	"testing"
	"time"
)

func TestCount(t *testing.T) {
	start := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	var all []Question
	for i, q := range []Question{{By: Neverask}, {By: Person}, {By: Neverask}, {By: OtherHook, Overwritten: true}, {By: Person, Outcome: Declined}, {By: OtherHook}} {
		q.Time = start.Add(time.Duration(i) * time.Hour)
		all = append(all, q)
	}
	for _, tt := range []struct {
		since time.Time
		want  Counts
	}{
		{time.Time{}, Counts{6, 2, 1, 1}},
		{start, Counts{6, 2, 1, 1}},
		{start.Add(time.Millisecond), Counts{5, 1, 1, 1}},
		{start.Add(3 * time.Hour).In(time.FixedZone("", 7200)), Counts{3, 0, 1, 1}},
		{start.Add(9 * time.Hour), Counts{}},
	} {
		if got := Count(all, tt.since); got != tt.want {
			t.Errorf("since %v: %+v, want %+v", tt.since, got, tt.want)
		}
	}
}
