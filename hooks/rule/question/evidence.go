package question

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"neverask/hooks/rule/safety"
)

// How often, and in how many sessions, the person must have given an answer before a rule by labels applies it to
// other texts.
const (
	labelRuleAnswers  = 3
	labelRuleSessions = 2
)

// Evidence summarises what the person's own answers say about a rule's answer.
type Evidence struct {
	// Same says in what way this question equals one to which they gave this answer; "" if it does not.
	Same Sameness
	// Times is how often they gave it to a question with the same options, and Last when they
	// last gave it to the same question.
	Times int
	Last  time.Time
	// ReadsAlike says, for a rule by labels, that the text reads like one of those questions.
	ReadsAlike bool
	// Against is an answer of theirs that contradicts the rule's, or nil. It is unconfirmed
	// while no transcript shows that it is theirs.
	Against *PastAnswer
	// New are the parts in which the question differs from Like; all parts if Like is nil.
	New []Part
	// Like is the answered question that is most like this one, or nil.
	Like *PastAnswer

	by    AnsweredBy // how the last answer to the same question became known
	words string     // New in words
	act   string     // the word for an act that is new to the routine
	// unproven is that they gave it to the same question, and no transcript shows that yet.
	unproven bool
}

// Covered reports whether the person has given this answer to the same question.
func (e Evidence) Covered() bool { return e.Same != "" }

// FindEvidence compares the answer that a rule would give to a question with the person's own
// answers. past has, in chronological order, at least all answers to questions of the same
// server with the same labels.
func FindEvidence(r Rule, c Call, q Question, chosen Choice, past []PastAnswer) Evidence {
	e := findEqual(r, c, q, chosen, past)
	if r.Sameness() != SameOptions || len(past) == 0 {
		return e
	}
	routine := findRoutine(r, c, q, chosen, past)
	switch {
	case routine.Against != nil && (e.Covered() && e.Last.After(routine.Against.At) || e.Against != nil):
		return e
	case routine.Against != nil:
		return Evidence{Against: routine.Against}
	case !e.Covered() && e.Against == nil && routine.Covered():
		return routine
	}
	e.act, e.unproven = routine.act, e.unproven || routine.unproven
	return e
}

// findEqual looks for questions in which everything is equal. Another answer counts against
// the rule's even if the question differs in descriptions and previews. If strict, as for
// one-way questions, the order of the options counts, too, and which one is recommended,
// because a text may say "the first one" or "the one below".
func findEqual(r Rule, c Call, q Question, chosen Choice, past []PastAnswer) (e Evidence) {
	strictly := r.mayAnswerOneWay() && len(chosen.OneWay) > 0
	isAbout := r.Match.Matcher()
	want := takeApart(c, q, picked{chosen.Options, chosen.Text}, strictly)
	var likes []*PastAnswer // Like, and those before it that differ in the same parts
	for i := len(past) - 1; i >= 0; i-- {
		old := &past[i]
		had := takeApart(old.Asked(), old.Question, old.picked(), strictly)
		differ := want.differ(had)
		if asksTheSame(differ) && (old.Note || !want.sameAnswer(had)) {
			return Evidence{Against: old}
		}
		if old.Unconfirmed && len(differ) == 0 {
			e.unproven = true
		}
		switch {
		case old.Unconfirmed || old.Note || len(differ) > 0 && !isAbout(old.Asked(), old.Question, Identify(old.Question)):
		case len(differ) == 0:
			return Evidence{Same: SameEverything, Times: 1, Last: old.At, by: old.By}
		case e.Like == nil || len(differ) < len(e.New):
			e.Like, e.New, likes = old, differ, []*PastAnswer{old}
		case slices.Equal(differ, e.New):
			likes = append(likes, old)
		}
	}
	if e.Like == nil {
		e.New = []Part{PartText, PartOptions, PartHeader}
	} else {
		e.words = newWords(e.New, q, chosen.Options, likes)
	}
	return e
}

// findRoutine looks for questions with the same options among those that the rule matches. An
// answer other than the rule's ends the routine, until the person says on a screen or by a
// command that the rule's is right.
func findRoutine(r Rule, c Call, q Question, chosen Choice, past []PastAnswer) (e Evidence) {
	if q.Multi || chosen.Text != "" || len(chosen.Options) != 1 {
		return e
	}
	isMarker := r.rank() == rankMarker
	labels := routineKeys(q, isMarker)
	want, answer, others := labels.set(), labels[chosen.Options[0]], remaining(c.input, "questions")
	if want == "" {
		return e // two labels cannot be told apart
	}
	matches := r.Match.Matcher()
	sessions := map[string]bool{}
	var agreed []*PastAnswer
	deliberate := false
	for i := len(past) - 1; i >= 0; i-- {
		old := &past[i]
		keys := routineKeys(old.Question, isMarker)
		if old.Server != c.Server || keys.set() != want || !matches(old.Asked(), old.Question, Identify(old.Question)) {
			continue
		}
		if p := old.picked(); old.Note || old.Question.Multi || len(p.options) != 1 || keys[p.options[0]] != answer {
			if deliberate {
				break
			}
			return Evidence{Against: old}
		}
		if remaining(old.Others) != others || old.Question.showsMore() {
			continue
		}
		if old.Unconfirmed {
			e.unproven = !r.ByLabels() // labels need more than one answer
			continue
		}
		deliberate = deliberate || old.isDeliberate()
		sessions[old.Session] = true
		if agreed = append(agreed, old); len(agreed) == 1 {
			e.Last = old.At
		}
	}
	e.Times = len(agreed)
	switch {
	case q.showsMore() || !isMarker && q.SaysNothing():
		return Evidence{}
	case e.Times == 0 || r.ByLabels() && (e.Times < labelRuleAnswers || len(sessions) < labelRuleSessions):
		return Evidence{unproven: e.unproven}
	}
	return judgeRoutine(e, r, q, chosen, agreed)
}

// judgeRoutine completes the evidence: whether a question belongs to the routine of those with this answer.
func judgeRoutine(e Evidence, r Rule, q Question, chosen Choice, agreed []*PastAnswer) Evidence {
	e.ReadsAlike = r.ByLabels() && readsLikeOne(q.Text, agreed)
	if r.rank() != rankMarker && !knowsValues(q.Text, agreed) || r.ByLabels() && !e.ReadsAlike {
		return Evidence{}
	}
	if act := safety.NewAct(told(q, chosen.Options), toldBefore(agreed)); act != "" {
		return Evidence{act: act}
	}
	e.Same = SameOptions
	return e
}

// told returns what a question says about the chosen options, and its header, which labels all of them.
func told(q Question, chosen []int) string {
	said := []string{q.Header}
	for _, i := range chosen {
		said = append(said, q.Options[i].Label, q.Options[i].Description)
	}
	return strings.Join(said, ". ")
}

func toldBefore(agreed []*PastAnswer) []string {
	all := make([]string, len(agreed))
	for i, a := range agreed {
		all[i] = told(a.Question, a.picked().options)
	}
	return all
}

// ByLabels reports whether only the labels, or labels and header, identify the rule's
// questions.
func (r Rule) ByLabels() bool { return r.rank() == rankOptions || r.rank() == rankOptionsHeader }

// suggestible reports whether the rule's answer may be offered first, although the person has not
// answered exactly this question: not if they gave it another answer, and not if the changed part
// is not shown in words.
func (e Evidence) suggestible() bool {
	return e.Against == nil && (e.Like == nil ||
		!slices.Contains(e.New, PartPreview) && !slices.Contains(e.New, PartMore) && !slices.Contains(e.New, PartCall))
}

// isNone reports whether the person has answered no such question.
func (e Evidence) isNone() bool {
	return !e.Covered() && e.Against == nil && e.Like == nil && !e.unproven
}

// about describes what the evidence means for a rule in a few words, for the person; held says that the safety check
// may still make Claude ask.
func (e Evidence) about(r Rule, held bool) string {
	switch {
	case e.Same == SameEverything:
		return PastAnswer{At: e.Last, By: e.by}.Given("gave", "this answer to exactly this question")
	case e.Same == SameOptions:
		return SameOptionsText(e.Times) + ", last on " + Day(e.Last)
	case e.Against != nil && e.Against.Unconfirmed:
		return "Claude Code has not written down yet who gave the last answer to this question"
	case e.Against != nil:
		return e.Against.Given("gave", "another answer to this question") + ": " + e.Against.Answer()
	case e.unproven:
		return "you have answered this, and Claude Code's transcript does not show it yet; once it does, the answer counts"
	case e.act != "":
		return fmt.Sprintf("new here: %q, which none of these questions said before", e.act)
	case e.Like != nil:
		return "new here: " + e.words
	case held || r.Sameness() == SameOptions && r.ByLabels():
		return notAnswered
	case r.Sameness() == SameOptions:
		return notAnswered + "; once more, then any wording with these options is answered"
	}
	return notAnswered + "; once more, then it is answered"
}

// Day returns the date of a time, as it is written for people.
func Day(at time.Time) string { return at.Local().Format("2 Jan 2006") }

const notAnswered = "no answer of yours to exactly this counts yet"

// SameOptionsText says how often the person answered a question with the same options.
func SameOptionsText(times int) string {
	if times == 1 {
		return "same options as once before"
	}
	return fmt.Sprintf("same options as %d times before", times)
}
