package log

import (
	"cmp"
	"fmt"

	"neverask/diffview"
	"neverask/hooks/claude/transcript"
	"neverask/tui/drawing"
	"neverask/tui/kit"
	"neverask/tui/rulestate"
)

// outcomeText says how a question ended, to follow the badge that names who answered.
func outcomeText(rules *rulestate.Rules, home string, q *transcript.Question) string {
	answer := "“" + diffview.Visible(q.Answer) + "”"
	by := "you"
	switch q.By {
	case transcript.Neverask:
		by = "neverask"
		if r, ok := rules.Rule(q.Rule); q.Away != "" && !ok {
			by = "neverask, while you were away: " + q.Away.String()
		} else if q.Away != "" {
			by = "your rule " + drawing.Quoted(r) + ", while you were away"
		} else if ok {
			by = "your rule " + drawing.Quoted(r)
		} else if q.Rule != "" {
			by = "the rule " + diffview.Visible(q.Rule) + ", which is gone"
		}
	case transcript.OtherHook:
		by = cmp.Or(kit.Clean(home, q.Command), "another hook")
	case transcript.Nobody, transcript.Unknown:
		by = "someone unknown"
	}
	switch {
	case q.Overwritten:
		return fmt.Sprintf("neverask answered “%s”, and %s replaced it with %s", diffview.Visible(q.Expected), by, answer)
	case q.Outcome == transcript.Picked && q.By == transcript.Person:
		return "chose " + answer
	case q.Outcome == transcript.Picked, q.Outcome == transcript.Typed && q.By != transcript.Person:
		return "answered " + answer + " by " + by
	case q.Outcome == transcript.Typed:
		return answer
	case q.Outcome == transcript.Declined:
		return "you declined to answer"
	case q.Outcome == transcript.TimedOut:
		return "nobody answered in time"
	case q.Outcome == transcript.Denied:
		if q.By == transcript.OtherHook {
			return "by " + by + ", before you saw it"
		}
		return "before it was asked"
	case q.Outcome == transcript.Failed:
		return "asking failed"
	case q.Outcome == transcript.Unreadable && q.Answer != "":
		return "unrecognised answer: " + answer
	}
	return "answer unknown"
}
