package diffview

import (
	"fmt"
	"time"
)

// Ago says how long ago something was, as briefly as possible.
func Ago(now, t time.Time) string {
	d := now.Sub(t)
	switch {
	case t.IsZero():
		return "–"
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d < 1000*24*time.Hour:
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	}
	return fmt.Sprintf("%dy", d/(365*24*time.Hour))
}

// Since is [Ago] in a sentence: "5m ago", or "just now".
func Since(now, t time.Time) string {
	if s := Ago(now, t); s != "now" {
		return s + " ago"
	}
	return "just now"
}

// Last is [Since] for the latest of several: "last 5m ago", or "just now".
func Last(now, t time.Time) string {
	if s := Since(now, t); s != "just now" {
		return "last " + s
	}
	return "just now"
}
