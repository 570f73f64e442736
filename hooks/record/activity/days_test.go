package activity

import (
	"strings"
	"testing"
	"time"
)

func TestDays(t *testing.T) {
	hour := func(day, hour, calls int) Hour {
		return Hour{Start: time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC), Calls: calls}
	}
	zone := time.FixedZone("", 2*3600)
	days := Days([]Hour{hour(18, 9, 8), hour(18, 10, 1), hour(18, 23, 4), hour(21, 1, 16)}, zone)
	busiest := Busiest(days)
	if len(days) != 4 || busiest != 16 || days[0].All != 9 || days[1].All != 4 || days[2].All != 0 {
		t.Fatalf("%d, %+v", busiest, days)
	}
	for i, want := range []string{"···········▄▁···········", "·▂······················", "························", "···█····················"} {
		if got := days[i].Bars(busiest); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
	if got := Days([]Hour{hour(1, 0, 1), {Start: time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC), Calls: 1}}, zone); len(got) > maxDays+1 {
		t.Errorf("%d days", len(got))
	}
	if (&Day{}).Bars(0) != strings.Repeat("·", 24) {
		t.Error("an empty day has bars")
	}
}
