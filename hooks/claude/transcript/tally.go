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

// HookStat sums up the records of one hook at one event. A run that succeeded
// and printed nothing leaves no record, nor does every refusal (Claude Code
// 2.1.329), so a hook has run at least so often: all counts are lower bounds.
type HookStat struct {
	Event hooks.Event
	// Name is the client's name for the hook, see Command of [Hook].
	// It is empty for the records that do not say which hook they are of, as
	// those of PostToolUse hooks that took too long.
	Name string

	Seen      int // records
	Errors    int // of these, the runs that failed and stopped nothing
	Blocked   int // the runs that refused, by an exit status of 2
	Cancelled int // the runs that were ended by an interruption, or by a timeout where the record does not say it
	TimedOut  int // the runs that timed out
	First     time.Time
	Last      time.Time

	Max   time.Duration // 0 when no record tells how long it took
	waits histogram.Histogram
}

// Failed is how many runs did not do what the hook is there for: errors, and
// runs that took too long. A refusal is the work of a hook, and an interruption
// that of a person.
func (s HookStat) Failed() int { return s.Errors + s.TimedOut }

// Median is how long the hook took in the middle, within 2 %; 0 when no record
// tells. Runs that were interrupted do not count.
func (s HookStat) Median() time.Duration {
	return min(s.waits.Quantile(0.5), s.Max)
}

// Add returns what two summaries say together. The event and the name are those
// of s.
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

// HookStats sums up the records of all hooks at all events, in the order of
// event and name.
func (a *Archive) HookStats() []HookStat {
	type start struct {
		event hooks.Event
		name  string
		first int64
	}
	// A session that was resumed or forked repeats what came before, so of
	// tallies that start with the same record the largest counts alone.
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

// tally sums up the records of a hook in one transcript on one day. By days,
// because a session may be forked on one and go on in both on the next.
type tally = HookStat

// origin is common to the records of a tally.
type origin struct {
	event hooks.Event
	name  string
	day   int64
}

const day = 24 * 60 * 60

// maxTallies bounds what a transcript can hold. There are as many as hooks that
// left records, times days.
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

// tally counts the record of a hook. It is not parsed: there may be one for each
// call of a tool, with all that the hook has printed, and only a few members are
// looked at. Since quotation marks inside of strings are escaped, what looks like
// a member is one.
func (s *scanner) tally(line []byte) {
	_, rest, _ := bytes.Cut(line, []byte(ofHook))
	kind := s.text(rest, maxWord)
	took := milliseconds(number(after(rest, `"durationMs":`)))
	one := HookStat{
		Event: hooks.Event(s.text(after(rest, `"hookEvent":"`), maxWord)), Name: s.text(after(rest, `"command":"`), maxCommand),
		Seen: 1, Max: took,
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

func (c *codec) tally(t *tally) {
	c.texts((*string)(&t.Event), &t.Name)
	for _, n := range [...]*int{&t.Seen, &t.Errors, &t.Blocked, &t.Cancelled, &t.TimedOut} {
		c.number(n)
	}
	c.time(&t.First)
	c.time(&t.Last)
	integer64(c, &t.Max)
	list(c, (*[]histogram.Slot)(&t.waits), func(s *histogram.Slot) { c.number(&s.At); c.number(&s.Count) })
}
