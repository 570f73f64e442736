package transcript

import (
	"slices"
	"strings"
)

// Outcome says how a question ended.
type Outcome string

// The outcomes.
const (
	Picked     Outcome = "picked"     // options were chosen
	Typed      Outcome = "typed"      // something was written that is not among the options
	Declined   Outcome = "declined"   // the user refused to answer, or wanted to talk first
	TimedOut   Outcome = "timed-out"  // the client went on because nobody answered
	Denied     Outcome = "denied"     // refused before it was asked, by a hook or a rule of the client
	Failed     Outcome = "failed"     // asking failed
	Unanswered Outcome = "unanswered" // no answer, or none yet
	Unreadable Outcome = "unreadable" // an MCP server answered in its own form
)

// outcomes maps the state of a call to its questions' outcome, if there is no answer.
var outcomes = [states]Outcome{
	open: Unanswered, accepted: Unanswered, declined: Declined, timedOut: TimedOut, denied: Denied,
	failed: Failed, cancelled: Unanswered, unreadable: Unreadable,
}

// chosen finds the options that an answer names, and reports whether it names nothing else.
func chosen(answer string, options []Option, multi bool) (found []int, ok bool) {
	if !multi {
		i := slices.IndexFunc(options, func(o Option) bool { return o.Label == answer })
		if i < 0 {
			return nil, false
		}
		return []int{i}, true
	}
	for rest, more := answer, true; more; {
		// A label may contain ", " itself, so the longest match counts.
		best, after := -1, ""
		for i, o := range options {
			if best >= 0 && len(o.Label) <= len(options[best].Label) {
				continue
			}
			if tail, found := strings.CutPrefix(rest, o.Label); found && (tail == "" || strings.HasPrefix(tail, ", ")) {
				best, after = i, tail
			}
		}
		if best < 0 {
			return nil, false
		}
		found = append(found, best)
		rest, more = strings.CutPrefix(after, ", ")
	}
	slices.Sort(found)
	return slices.Compact(found), true
}
