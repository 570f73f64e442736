package preferences

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks/claude/transcript"
	"neverask/hooks/rule/question"
)

// Kinds of findings about rules that do not answer, or not yet.
const (
	Broken     = "broken"     // neverask does not understand it
	OneWay     = "one-way"    // Claude always asks about such actions
	Unmatched  = "unmatched"  // no past question looks like it, which may be fine
	Unanswered = "unanswered" // Claude asks once more first
	Paused     = "paused"     // Claude asks again until the person answers as the rule does
	AlwaysNew  = "always-new" // it never answered: each question was new
)

// askedInVain is how often a rule's question must have been asked before neverask says that the rule never answers.
const askedInVain = 3

// lintEvidence says that each question of an answering rule was new so far, or why Claude will ask the next one: the
// person has not given the rule's answer to the last one. Questions asked for another reason do not count.
func (p *past) lintEvidence(r question.Rule) (kind, message string) {
	if r.Mode != question.NeverAsk && r.Mode != question.AskOnlyForOneWay {
		return "", ""
	}
	latest := p.records[r.ID].latest
	if len(latest) == 0 {
		if StillAsked(r, p.answered) != "" {
			return "", ""
		}
		if len(r.Paused(p.answered)) > 0 {
			return Paused, "you last gave another answer" + untilAnswered
		}
		if slices.ContainsFunc(p.answered, func(a question.PastAnswer) bool {
			_, err := r.Answering(a.Asked(), a.Question)
			return err == nil
		}) {
			return "", ""
		}
		return Unanswered, promise(r)
	}
	if message = p.alwaysNew(r); message != "" {
		return AlwaysNew, message
	}
	shown := cmp.Or(p.records[r.ID].whole, latest[len(latest)-1])
	last, ok := p.decideAt(r, shown, time.Time{})
	if !ok || last.New == "" {
		return "", ""
	}
	about := r.About(p.answered)
	if _, isOther := partsNew(r, shown, last, about); isOther {
		return Paused, last.New + untilAnswered
	}
	if len(about) > 0 && about[len(about)-1].Unconfirmed {
		return Unanswered, last.New
	}
	return Unanswered, promise(r)
}

// untilAnswered ends the message about a paused rule.
const untilAnswered = "; Claude asks until you answer as the rule does"

// promise says what happens once the person has answered as the rule does.
func promise(r question.Rule) string {
	switch {
	case r.Sameness() != question.SameOptions:
		return "Claude asks you once more; then the rule answers exactly that question"
	case r.ByLabels():
		return "Claude asks until you have given this answer often enough; then the rule answers"
	}
	return "Claude asks you once more; then the rule answers any wording with these options"
}

// decideAt returns what r alone would do with a question, given the answers from before a time; the zero time is now.
// ok is false for a question that is left alone whatever the rule says.
func (p *past) decideAt(r question.Rule, q *transcript.Question, at time.Time) (c question.Choice, ok bool) {
	call, err := q.ShownCall()
	if err != nil {
		return c, false
	}
	project := q.Project
	replayer := transcript.Replayer{Settings: p.rules,
		Past: func(c question.Call, q question.Question) []question.PastAnswer {
			return before(slices.DeleteFunc(slices.Clone(p.lookup(c, q)), func(a question.PastAnswer) bool {
				return a.Server != "" && a.Project != project
			}), at)
		}}
	d := replayer.Decide(call, q.Project, r)
	return d.Choices[0], !d.LeftAlone
}

// before returns the answers given before a time, from a chronological list.
func before(all []question.PastAnswer, at time.Time) []question.PastAnswer {
	if at.IsZero() {
		return all
	}
	n := slices.IndexFunc(all, func(a question.PastAnswer) bool { return !a.At.Before(at) })
	if n < 0 {
		return all
	}
	return all[:n]
}

// alwaysNew says in what the questions of a rule that never answered differ from those the person answered, and
// whether comparing only the options would help. It returns "" if Claude asks for another reason.
func (p *past) alwaysNew(r question.Rule) string {
	met, about := p.records[r.ID], r.About(p.answered)
	if len(about) == 0 || met.answers > 0 || met.asked < askedInVain {
		return ""
	}
	byOptions := r
	byOptions.Same = question.SameOptions
	mayHelp := r.Sameness() != question.SameOptions && byOptions.Check() == nil
	irreversible, helped, differ := 0, 0, []question.Part(nil)
	for _, q := range met.decided {
		c, ok := p.decideAt(r, q, q.Time)
		if ok && len(c.OneWay) > 0 {
			irreversible++
			continue
		}
		if !ok || c.New == "" {
			return ""
		}
		parts, isOther := partsNew(r, q, c, before(about, q.Time))
		if isOther {
			return ""
		}
		differ = shared(differ, parts)
		if mayHelp {
			if c, _ := p.decideAt(byOptions, q, q.Time); c.Ruled == question.Answered {
				helped++
			}
		}
	}
	if differ == nil {
		return "" // all are irreversible, or there is nothing to compare them with
	}
	text := fmt.Sprintf("asked %d times, %s: %s", met.asked, howOften(irreversible > 0, met), differText(differ))
	if helped > 0 {
		text += fmt.Sprintf("; neverask rules edit %s --same options would have answered %d of the last %d",
			r.ID, helped, len(met.decided))
	}
	return text
}

// howOften says that each question examined was new.
func howOften(irreversible bool, met *record) string {
	what := "new "
	if irreversible {
		what = "new or irreversible "
	}
	if met.asked > len(met.decided) {
		return what + fmt.Sprintf("each of the last %d times", len(met.decided))
	}
	return what + "each time"
}

// partsNew returns the parts in which a question differs from the most similar one that the person answered before.
// It returns none if there is no such question, or if it is unknown what they were shown. isOther says that they gave
// the same question another answer.
func partsNew(r question.Rule, q *transcript.Question, c question.Choice,
	about []question.PastAnswer) (parts []question.Part, isOther bool) {
	call, err := q.ShownCall()
	if err != nil {
		return nil, false
	}
	e := question.FindEvidence(r, call, call.Questions[0], c, about)
	if e.Like == nil {
		return nil, e.Against != nil
	}
	return slices.DeleteFunc(slices.Clone(e.New), func(part question.Part) bool {
		return q.Shown == "" && (part == question.PartPreview || part == question.PartMore)
	}), false
}

// shared returns the parts that are in both lists, or the later list if there are none.
func shared(all, later []question.Part) []question.Part {
	if len(later) == 0 {
		return all
	}
	both := slices.DeleteFunc(slices.Clone(all), func(p question.Part) bool { return !slices.Contains(later, p) })
	if len(both) == 0 {
		return later
	}
	return both
}

// differText says which parts of a question differ.
func differText(parts []question.Part) string {
	names := make([]string, len(parts))
	several := len(parts) > 1
	for i, part := range parts {
		names[i] = "the " + string(part)
		several = several || part != question.PartText && part != question.PartHeader
	}
	verb := " differs"
	if several {
		verb = " differ"
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n] + verb
	}
	return names[0] + verb
}
