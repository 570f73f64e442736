package suggest

import (
	"fmt"
	"time"
)

// Evidence says in one line what speaks for the suggestion: "14 of 14: Yes ·
// last 2 days ago · 3 projects".
func (s Suggestion) Evidence(now time.Time) string {
	return fmt.Sprintf("%d of %d: %s", s.Alike, s.Asked, s.Answer) + s.when(now)
}

// Past is Evidence as a sentence: "you answered Yes 14 of 14 times · last 2 days ago".
func (s Suggestion) Past(now time.Time) string {
	return fmt.Sprintf("you answered %s %d of %d times", s.Answer, s.Alike, s.Asked) + s.when(now)
}

// when says when and where the person was asked.
func (s Suggestion) when(now time.Time) string {
	text := " · last " + ago(now.Sub(s.Last))
	if n := len(s.Projects); n > 1 {
		text += fmt.Sprintf(" · %d projects", n)
	}
	return text
}

// Differences says what the person answered otherwise than the rule, "" where nothing.
func (s Suggestion) Differences() string {
	n := len(s.Different)
	switch {
	case n == 0:
		return ""
	case s.Overruled == 0:
		return fmt.Sprintf("you answered differently %d×, and would have been asked", n)
	case s.Overruled == n:
		return fmt.Sprintf("it would have answered differently from you %d×", n)
	}
	return fmt.Sprintf("you answered differently %d×; %d of those it would have answered", n, s.Overruled)
}

// ago is how long something is past, in the largest unit that fits.
func ago(d time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range [...]struct {
		length time.Duration
		name   string
	}{{365 * day, "year"}, {30 * day, "month"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(d / unit.length); {
		case n == 1 && unit.length == day:
			return "yesterday"
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
