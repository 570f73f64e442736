package suggest

import (
	"fmt"
	"strings"
	"time"
)

// Evidence says in one line what speaks for the suggestion: "14 of 14: Yes ·
// last 2 days ago · 3 projects".
func (s Suggestion) Evidence(now time.Time) string {
	text := fmt.Sprintf("%d of %d: %s · last %s", s.Alike, s.Asked, s.Answer, ago(now.Sub(s.Last)))
	if n := len(s.Projects); n > 1 {
		text += fmt.Sprintf(" · %d projects", n)
	}
	return text
}

// Past says what the rule would have done with past questions: "would have answered 9
// of 12 past questions (3 new when asked, 1 answered otherwise by you)".
func (s Suggestion) Past() string {
	questions := "questions"
	if s.Answered == 1 {
		questions = "question"
	}
	text := fmt.Sprintf("would have answered %d of %d past %s", s.Answered-s.New, s.Answered, questions)
	list := []string{}
	if s.New > 0 {
		list = append(list, fmt.Sprintf("%d new when asked", s.New))
	}
	if n := len(s.Different); n > 0 {
		list = append(list, fmt.Sprintf("%d answered otherwise by you", n))
	}
	if len(list) > 0 {
		text += " (" + strings.Join(list, ", ") + ")"
	}
	return text
}

// ago is how long something is past, in the largest unit that fits.
func ago(d time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range [...]struct {
		length time.Duration
		name   string
	}{{365 * day, "year"}, {30 * day, "month"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(d / unit.length); {
		case n == 1:
			return "1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "just now"
}
