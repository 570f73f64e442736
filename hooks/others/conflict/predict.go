package conflict

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks"
)

// slow is the wait for a hook from which it is worth mentioning.
const slow = time.Second

// Predict computes the outcome for one effect of the other hook at an event.
func Predict(host Host, event hooks.Event, theirs Effect, ours, them Timing) Outcome {
	switch event {
	case hooks.EventPermissionRequest:
		return whenAsking(theirs)
	case hooks.EventPostToolUse:
		return afterwards(theirs, ours, them)
	}
	answer := Player{hooks.EventPreToolUse, Effect{Decision: hooks.Allow, Input: Answered}}
	other := Player{hooks.EventPreToolUse, theirs}
	last := Simulate(host, answer, other) // they finish last
	first := Simulate(host, other, answer)
	if first.By >= 0 {
		first.By = 1 - first.By
	}
	stands := Result{GivenAnswer, 0}
	switch {
	case theirs.Stops:
		return Outcome{Blocks, "Claude stops at the question", Certain}
	case last == stands && first == stands:
		return harmless(theirs, them)
	case last == first:
		return Outcome{Blocks, sentence(last, theirs), Certain}
	}
	o := raced(last, first, theirs, ours, them)
	if theirs.Decision == hooks.Defer && !host.SDK {
		o.Sentence += "; without a terminal the session ends"
	}
	return o
}

// harmless is the outcome when our answer stands in any order.
func harmless(theirs Effect, them Timing) Outcome {
	what := map[Verdict]string{
		Silent: "it leaves questions alone", Allows: "it allows the tool, which changes nothing",
		Fails: "Claude Code ignores what it does: " + theirs.Fault,
	}[theirs.Verdict()]
	if what == "" {
		what = "neverask's answer stands"
	}
	if them.Measured && them.Median > slow {
		return Outcome{Slows, fmt.Sprintf("neverask's answer stands, but waits for it: it takes %s", Took(them.Median)), Certain}
	}
	return Outcome{Info, "harmless: " + what, Certain}
}

// raced is the outcome when the order in which the hooks finish decides.
func raced(last, first Result, theirs Effect, ours, them Timing) Outcome {
	stands := Result{GivenAnswer, 0}
	bad := last
	if last == stands {
		bad = first
	}
	text := sentence(bad, theirs)
	order, ends, is := compare(ours, them), "last", last
	if order == oursLast {
		ends, is = "first", first
	}
	took := fmt.Sprintf("finishes %s (%s against %s)", ends, Took(them.Median), Took(ours.Median))
	switch {
	case order == either && last == stands:
		return Outcome{Races, text + " if the other hook finishes first", Possible}
	case order == either:
		return Outcome{Races, text + " if the other hook finishes last", Possible}
	case is == stands:
		return Outcome{Races, "neverask's answer stands as long as the other hook " + took + "; otherwise " + text, Likely}
	}
	return Outcome{Races, text + ": that hook " + took, Likely}
}

// sentence tells the user how a question ends.
func sentence(r Result, theirs Effect) string {
	switch r.Ending {
	case GivenAnswer:
		return "the other hook's answer replaces neverask's"
	case Swallowed:
		return "the question is dropped (Claude is told you didn't answer)"
	case Refused:
		if theirs.Input == Invalid {
			return "the question fails: Claude Code rejects what the other hook puts in its place"
		}
		return "the question is denied before you see it"
	case Parked:
		return "the session ends, because the other hook defers the question"
	}
	if theirs.Decision == hooks.Ask {
		return "you are asked although a rule answers, because the other hook insists"
	}
	return "you are asked although a rule answers"
}

// whenAsking is the outcome for hooks at PermissionRequest: they run when the user is asked,
// so never after our answer.
func whenAsking(theirs Effect) Outcome {
	const left = "harmless for your answers: it runs only on questions neverask leaves to you"
	what := map[Verdict]string{
		Answers: ", and answers those before you can", Rewrites: ", and drops those", Denies: ", and denies those",
	}[theirs.Verdict()]
	return Outcome{Info, left + what, Certain}
}

// afterwards is the outcome for hooks that replace the tool's result: the last to finish wins,
// and ours replaces it when a call was answered in part.
func afterwards(theirs Effect, ours, them Timing) Outcome {
	if !theirs.Replaces {
		o := harmless(theirs, them)
		return o
	}
	text := "Claude reads the other hook's result; when you answer some of the questions yourself, neverask's answers to the others are lost"
	switch compare(ours, them) {
	case theirsLast:
		return Outcome{Races,
			fmt.Sprintf("%s: the other hook finishes last (%s against %s)", text, Took(them.Median), Took(ours.Median)), Likely}
	case oursLast:
		return Outcome{Races,
			fmt.Sprintf(
				"neverask replaces the other hook's result where it adds answers, because it finishes last (%s against %s)",
				Took(ours.Median), Took(them.Median)), Likely}
	}
	return Outcome{Races, text + " if the other hook finishes last", Possible}
}

// unknownOutcome is the outcome for a hook about which nothing is known: it needs no decision. A
// hook that is only for questions probably affects them.
func unknownOutcome(event hooks.Event, forQuestions bool) Outcome {
	if forQuestions && event == hooks.EventPreToolUse {
		return Outcome{Info, "it is meant for questions, and its effect on them is unknown", Possible}
	}
	return Outcome{Info, "what it does is unknown; it is probably not about questions", Possible}
}

// forSome says of some questions what a sentence says of every one.
func forSome(s string) string {
	if some := ofSome.Replace(s); some != s {
		return some
	}
	return "for some questions " + s
}

var ofSome = strings.NewReplacer("the question is", "some questions are", "before you see it", "before you see them",
	"the question fails", "some questions fail", "in its place",
	"in their place", "at the question", "at some questions", "the question", "some questions")

// predictAll joins the outcomes of everything that a hook may do: the worst counts, but it is
// no longer certain if others are milder.
func predictAll(host Host, event hooks.Event, effects []Effect, ours, them Timing) Outcome {
	var all []Outcome
	for _, e := range effects {
		all = append(all, Predict(host, event, e, ours, them))
	}
	w := slices.MaxFunc(all, func(a, b Outcome) int { return cmp.Compare(severities[a.Severity], severities[b.Severity]) })
	for _, o := range all {
		if w.Severity.Decide() && !o.Severity.Decide() {
			w.Sentence = forSome(w.Sentence)
			if w.Certainty == Certain {
				w.Certainty = Likely
			}
			return w
		}
	}
	return w
}

// BeforeInstall returns the sentence that holds until neverask's hook runs beside this one: until then there is
// nothing to race with, but what a hook does to a question by itself it does already.
func (c *Conflict) BeforeInstall() string {
	event := hooks.Event(c.Hook.Group.Event)
	if c.Severity != Races {
		return c.Sentence
	}
	for _, e := range c.Effects {
		alone := Simulate(Host{}, Player{event, e})
		if event != hooks.EventPreToolUse || ownCopy(c.Hook.Handler) || alone.Ending != Swallowed && alone.Ending != Refused {
			continue
		}
		s := sentence(alone, e)
		if c.LeavesSome() {
			s = forSome(s)
		}
		if c.unsure {
			s = ifFires + s
		}
		return s
	}
	return "once neverask is installed, " + c.Sentence
}
