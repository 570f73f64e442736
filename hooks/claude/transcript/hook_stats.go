package transcript

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/histogram"
)

// HookStat summarises the records of one hook at one event. A run that succeeded and printed
// nothing leaves no record, nor does every refusal (Claude Code 2.1.329), so all counts are
// lower bounds.
type HookStat struct {
	Event hooks.Event
	// Name is the client's name for the hook, see Command of [Hook]. It is empty for records
	// that do not name their hook, such as those of PostToolUse hooks that timed out.
	Name string

	Seen      int // records
	Errors    int // of these, failed runs that blocked nothing
	Blocked   int // runs that refused with exit status 2
	Cancelled int // runs ended by an interruption, or by a timeout that the record does not mention
	TimedOut  int // the runs that timed out
	First     time.Time
	Last      time.Time

	Max   time.Duration // 0 if no record says how long it took
	waits histogram.Histogram
}

// Failed is how many runs did not do the hook's job: errors, and runs that timed out. A
// refusal is a hook's job, and an interruption the user's decision.
func (s HookStat) Failed() int { return s.Errors + s.TimedOut }

// Median is the hook's median duration, within 2 %; 0 if no record has one. Interrupted runs
// do not count.
func (s HookStat) Median() time.Duration {
	return s.waits.Quantile(0.5, s.Max)
}

// Add returns the sum of two summaries, with the event and the name of s.
func (s HookStat) Add(other HookStat) HookStat {
	if s.Seen == 0 || !other.First.IsZero() && other.First.Before(s.First) {
		s.First = other.First
	}
	if other.Last.After(s.Last) {
		s.Last = other.Last
	}
	s.Seen += other.Seen
	s.Errors += other.Errors
	s.Blocked += other.Blocked
	s.Cancelled += other.Cancelled
	s.TimedOut += other.TimedOut
	s.Max = max(s.Max, other.Max)
	s.waits = s.waits.Plus(other.waits)
	return s
}

// HookStats summarises the records of all hooks at all events, in the order of event and name.
func (a *Archive) HookStats() []HookStat {
	type start struct {
		event hooks.Event
		name  string
		first int64
	}
	// A resumed or forked session repeats what came before, so of tallies that start with the
	// same record only the largest counts.
	largest := map[start]tally{}
	for _, f := range a.files {
		for _, t := range f.tallies {
			k := start{t.Event, t.Name, t.First.UnixNano()}
			if t.Seen > largest[k].Seen {
				largest[k] = t
			}
		}
	}
	type hook struct {
		event hooks.Event
		name  string
	}
	sums := map[hook]HookStat{}
	for k, t := range largest {
		h := hook{k.event, k.name}
		sum := sums[h]
		sum.Event, sum.Name = k.event, k.name
		sums[h] = sum.Add(t)
	}
	all := make([]HookStat, 0, len(sums))
	for _, s := range sums {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b HookStat) int {
		return cmp.Or(cmp.Compare(a.Event, b.Event), strings.Compare(a.Name, b.Name))
	})
	return all
}

// tally summarises the records of a hook in one transcript on one day: a session may be forked
// on one day and continue in both copies on the next.
type tally = HookStat

// origin is what the records of a tally have in common.
type origin struct {
	event hooks.Event
	name  string
	day   int64
}

const day = 24 * 60 * 60

// maxTallies bounds the tallies of a transcript: one for each hook that left records, per day.
const maxTallies = 1 << 10

func originOf(event hooks.Event, name string, t time.Time) origin {
	return origin{event, name, t.Unix() / day}
}

func tallied(all []tally) map[origin]int {
	places := make(map[origin]int, len(all))
	for i, t := range all {
		places[originOf(t.Event, t.Name, t.First)] = i
	}
	return places
}

// tally counts the record of a hook. It does not parse it: there may be one for each tool
// call, with everything that the hook printed, and only a few members matter. Since quotation
// marks inside strings are escaped, what looks like a member is one.
func (s *scanner) tally(line []byte) {
	_, rest, _ := bytes.Cut(line, []byte(ofHook))
	kind := s.text(rest, maxWord)
	took := milliseconds(number(after(rest, `"durationMs":`)))
	one := HookStat{
		Event: hooks.Event(s.text(after(rest, `"hookEvent":"`), maxWord)),
		Name:  s.text(after(rest, `"command":"`), maxCommand),
		Seen:  1, Max: took,
	}
	one.First = timeAt(after(rest, `"timestamp":"`))
	one.Last = one.First
	switch kind {
	case "success":
	case "non_blocking_error", "error_during_execution":
		one.Errors = 1
	case "blocking_error":
		one.Blocked = 1
	case "cancelled":
		if bytes.HasPrefix(after(rest, `"timedOut":`), []byte("true")) {
			one.TimedOut = 1
		} else {
			one.Cancelled, one.Max = 1, 0
		}
	default:
		return // a part of what a hook printed, or a decision
	}
	if one.Event != "" {
		s.count(one)
	}
}

// count adds to the tally of a hook.
func (s *scanner) count(one HookStat) {
	from := originOf(one.Event, one.Name, one.First)
	i, known := s.runs[from]
	switch {
	case !known && len(s.out.tallies) == maxTallies:
		return
	case !known:
		i = len(s.out.tallies)
		s.runs[from] = i
		s.out.tallies = append(s.out.tallies, HookStat{Event: one.Event, Name: one.Name})
	}
	if one.Max > 0 {
		one.waits = histogram.Of(one.Max)
	}
	s.out.tallies[i] = s.out.tallies[i].Add(one)
}
