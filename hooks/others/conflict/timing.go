package conflict

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/claude/transcript"
	"neverask/hooks/record/activity"
	"neverask/hooks/record/histogram"
)

// Timing is how long a hook takes.
type Timing struct {
	Min, Median, Max time.Duration
	Measured         bool // else it is assumed
}

// OurTiming is the time of neverask's hook where nothing was measured.
var OurTiming = Timing{Min: time.Millisecond, Median: 3 * time.Millisecond, Max: 8 * time.Millisecond}

// assumed is the time of third-party hooks: few are faster than a program written for this
// alone.
var assumed = Timing{Min: time.Millisecond, Median: 50 * time.Millisecond, Max: time.Second}

// measured sums up how long the runs of a hook took.
func measured(took []time.Duration) Timing {
	if len(took) == 0 {
		return assumed
	}
	took = slices.Sorted(slices.Values(took))
	return Timing{took[0], histogram.Median(took), took[len(took)-1], true}
}

// order says who finishes last.
type order int

const (
	either order = iota
	theirsLast
	oursLast
)

func compare(ours, theirs Timing) order {
	switch {
	case theirs.Measured && theirs.Min > ours.Max:
		return theirsLast
	case theirs.Measured && theirs.Max < ours.Min:
		return oursLast
	}
	return either
}

// Took formats how long a hook took, with no more precision than makes sense.
func Took(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	}
	return strings.Replace(activity.Brief(d), ".0 s", " s", 1) // a limit is a number of seconds
}

// Measured returns how long neverask's own hook took before a tool in past sessions, or
// [OurTiming] if there is no record of it.
func Measured(records []transcript.Hook) Timing {
	var took []time.Duration
	for _, r := range records {
		if r.Neverask() && r.Event == hooks.EventPreToolUse && r.Duration > 0 {
			took = append(took, r.Duration)
		}
	}
	if len(took) == 0 {
		return OurTiming
	}
	return measured(took)
}

// known returns the median, or 0 if nothing was measured.
func (t Timing) known() time.Duration {
	if !t.Measured {
		return 0
	}
	return t.Median
}
