package pastquestions

import (
	"slices"
	"time"

	"neverask/hooks/claude/transcript"
)

// AnsweredAway returns the questions that were answered while the user was away, from since
// on: by session, the newest first.
func AnsweredAway(asked []transcript.Question, since time.Time) (answered []transcript.Question) {
	newest := map[string]time.Time{} // of a session
	for _, q := range asked {
		if q.Away != "" && q.By == transcript.Neverask && !q.Time.Before(since) {
			answered = append(answered, q)
			newest[q.Session] = q.Time
		}
	}
	slices.SortStableFunc(answered, func(a, b transcript.Question) int {
		if a.Session != b.Session {
			return newest[b.Session].Compare(newest[a.Session])
		}
		return b.Time.Compare(a.Time)
	})
	return answered
}
