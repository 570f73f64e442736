package transcript

import (
	"slices"
	"time"
)

// Counts counts questions by outcome.
type Counts struct {
	Asked       int `json:"asked"`       // all of them
	Answered    int `json:"answered"`    // answered by neverask, and delivered
	Others      int `json:"others"`      // answered or denied by another hook
	Overwritten int `json:"overwritten"` // answered by neverask, and replaced by another hook
}

// Count counts the questions since a time. They must be in the order of time.
func Count(all []Question, since time.Time) (c Counts) {
	from, _ := slices.BinarySearchFunc(all, since, func(q Question, t time.Time) int { return q.Time.Compare(t) })
	for _, q := range all[from:] {
		c.Asked++
		switch {
		case q.Overwritten:
			c.Overwritten++
		case q.By == OtherHook:
			c.Others++
		}
		if q.By == Neverask {
			c.Answered++
		}
	}
	return c
}
