package activity

import (
	"testing"
	"time"
)

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999 * time.Millisecond: "999 ms", 1500 * time.Millisecond: "1.5 s", 9949 * time.Millisecond: "9.9 s", 9950 * time.Millisecond: "10 s", 59999 * time.Millisecond: "1 min", 59 * time.Second: "59 s",
		125 * time.Second: "2 min 5 s", 3*time.Hour + 20*time.Minute: "3 h 20 min", 52 * time.Hour: "2 d 4 h", 48 * time.Hour: "2 d",
	} {
		if got := Brief(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	const d = 315500 * time.Microsecond
	if got := Milliseconds(d); got != 316 || Brief(d) != "316 ms" {
		t.Errorf("%d, and in words %s", got, Brief(d))
	}
}
