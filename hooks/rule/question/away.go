package question

import (
	"fmt"

	"neverask/hooks/rule/safety"
)

// Away says why an answer was given while the person was away, as they had announced.
type Away string

// The reasons, the strongest first.
const (
	AwayByRule      Away = "rule"        // a rule gives it, even one that would have asked once more
	AwayUsual       Away = "usual"       // the person always gave it to the same question
	AwayRecommended Away = "recommended" // it is the one option that the question recommends
)

// awayAnswers is how often the person must have given an answer before neverask gives it while they are away.
const awayAnswers = 3

// answerAway answers a question that would otherwise be asked, if the person is away, and if the question takes one
// answer, shows everything in words, and passes the safety check. If a rule answers it anyway, the answer is only
// marked as given while they were away. top are the strongest rules, chosen is their answer.
func answerAway(choice *Choice, c Call, q Question, top []Rule, chosen picked, at Situation, trace *Trace) {
	if at.Away == nil || !at.Away() {
		return
	}
	if choice.Verdict == Answered {
		choice.Away = AwayByRule
		return
	}
	p, why, waits := awayAnswer(*choice, c, q, top, chosen, at)
	found := classify(c, q, p)
	if why == AwayRecommended {
		found = append(found, classifyApart(q, p)...)
	}
	switch {
	case why == "":
	case len(found) > 0:
		waits = safety.Telling(found).String()
	case q.Multi:
		waits = "it takes several answers"
	case q.showsMore():
		waits = "it shows more than words"
	}
	if waits != "" {
		trace.away("you are away, and this waits for you: " + waits)
		return
	}
	if why != AwayByRule {
		choice.Rule, choice.Mode = "", ""
	}
	choice.Verdict, choice.Away, choice.OneWay, choice.New = Answered, why, nil, ""
	choice.Options, choice.Text = p.options, p.text
	choice.Why = "you are away; " + why.String()
	trace.away(choice.Why)
}

// awayAnswer returns the answer to a question, and why; or, if why is "", why the question waits.
func awayAnswer(choice Choice, c Call, q Question, top []Rule, chosen picked, at Situation) (p picked, why Away, waits string) {
	var past []PastAnswer
	if at.Past != nil {
		past = at.Past(c, q)
	}
	own, times, alike := ownAnswers(c, q, past)
	recommended := picked{options: []int{q.Recommended()}}
	switch {
	case !alike:
		return picked{}, "", "you answered it in different ways, or with words of your own"
	case len(top) > 0 && top[0].Mode == AlwaysAsk:
		return picked{}, "", "a rule of yours has it asked"
	case len(top) > 0:
		if !chosen.isZero() && (own.isZero() || own.equal(chosen)) &&
			FindEvidence(top[0], c, q, choice, past).Against == nil {
			return chosen, AwayByRule, ""
		}
		return picked{}, "", "your rule has no answer to it, or you last gave another one"
	case times >= awayAnswers:
		return own, AwayUsual, ""
	case q.Recommended() >= 0 && (own.isZero() || own.equal(recommended)):
		return recommended, AwayRecommended, ""
	}
	return picked{}, "", fmt.Sprintf("it recommends nothing that you would take, and neverask knows %d of the %d equal answers that it needs",
		times, awayAnswers)
}

// ownAnswers returns the person's answer to the same question, whatever its descriptions, and how many such answers
// are confirmed. alike is false if their answers differ, or are not just one option.
func ownAnswers(c Call, q Question, past []PastAnswer) (own picked, times int, alike bool) {
	for _, old := range past {
		if old.Server != c.Server || old.Question.Text != q.Text || remaining(old.Others) != remaining(c.input, "questions") {
			continue
		}
		if old.Note || old.Text != "" || len(old.Labels) != 1 {
			return picked{}, 0, false
		}
		i, why := offered(old.Labels[0], q)
		p := picked{options: []int{i}}
		if why != "" || !own.isZero() && !p.equal(own) {
			return picked{}, 0, false
		}
		if own = p; !old.Unconfirmed {
			times++
		}
	}
	return own, times, true
}

func (p picked) isZero() bool { return p.text == "" && len(p.options) == 0 }

func (a Away) String() string {
	switch a {
	case AwayByRule:
		return "a rule of yours says so"
	case AwayUsual:
		return "you always answered this question so"
	case AwayRecommended:
		return "it is the recommended option"
	}
	return ""
}
