package question

import (
	"fmt"
	"strings"

	"neverask/hooks/rule/safety"
)

// Verdict says what happens to one question.
type Verdict string

// The verdicts.
const (
	Answered  Verdict = "answered"  // answered for the person
	Preferred Verdict = "preferred" // asked, with one option moved first
	Asked     Verdict = "asked"     // asked unchanged
)

// Outcome says what happens to a whole call.
type Outcome string

// The outcomes.
const (
	OutcomeAnswer  Outcome = "answer"  // every question is answered
	OutcomePartial Outcome = "partial" // some are answered, the others are asked
	OutcomePrefer  Outcome = "prefer"  // all are asked, at least one with an option moved first
	OutcomeAsk     Outcome = "ask"     // all are asked unchanged
	OutcomeDeny    Outcome = "deny"    // refused, with the answers as the reason
)

// Rules are the rules that a decision may use: [*Compiled], and others in tests.
type Rules interface {
	// Settings returns the preferences without their rules.
	Settings() Preferences
	// For returns, in file order, at least the rules that match the question.
	For(c Call, q Question, id Identity) []Rule
}

// Situation holds what a decision depends on besides the question and the rules.
type Situation struct {
	// Within reports whether the session is in a project directory.
	Within func(dir string) bool
	// Past returns the person's own answers in chronological order: at least all answers to
	// questions with the same [RecordKey]. It is called only if they matter, or if the steps
	// are wanted; without it there are none, and no question is answered.
	Past func(c Call, q Question) []PastAnswer
	// Away reports whether the person has said that they are away. It is called only if that matters; nil means that
	// they are present.
	Away func() bool
	// CanMerge reports whether a hook may replace the tool's output, which a partial answer needs. It is called only
	// if that matters.
	CanMerge func() bool
}

// Decision says what happens to a call and why.
type Decision struct {
	Outcome   Outcome
	Choices   []Choice // one for each question
	LeftAlone bool     // the call is asked unchanged, whatever the rules and past answers say
}

// Choice says what happens to one question and why.
type Choice struct {
	Identity    Identity
	Verdict     Verdict          // what happens
	Ruled       Verdict          // what the rules alone say, whatever the other questions and the tool
	Rule        string           // the ID of the rule that won, even if it could not answer
	Mode        Mode             // of that rule
	Options     []int            // the chosen options, by index
	Text        string           // the chosen free text
	Recommended int              // the option the question recommends, or -1
	OneWay      []safety.Finding // why the question is one-way; empty when it is not
	Same        Sameness         // how the question equals one that the person answered; empty when it does not
	Before      int              // how often they gave this answer to the same question
	Away        Away             // why it is answered while the person is away; empty if it was not answered because of that
	New         string           // what is new to the person, so that they must answer before the rule does; empty when nothing is
	Why         string           // one sentence
}

// OneWay reports whether any question of the call is one-way.
func (d Decision) OneWay() bool {
	for _, c := range d.Choices {
		if len(c.OneWay) > 0 {
			return true
		}
	}
	return false
}

// Decide decides a call. It reads only its arguments. The trace, which may be nil, collects
// the steps.
func Decide(c Call, rules Rules, at Situation, trace *Trace) Decision {
	d := Decision{Choices: make([]Choice, len(c.Questions))}
	for i, q := range c.Questions {
		trace.question(i)
		d.Choices[i] = decideOne(c, q, rules, at, trace)
		d.Choices[i].Ruled = d.Choices[i].Verdict
	}
	trace.question(-1)
	d.Outcome = outcome(c, d.Choices, rules.Settings(), at, trace)
	d.LeftAlone = isLeftAlone(c, rules.Settings())
	if d.Outcome == OutcomeAsk || d.Outcome == OutcomePrefer {
		d.withdraw()
	}
	return d
}

// Undecided returns the decision if no rules can be read: everything is asked.
func Undecided(c Call) Decision {
	d := Decision{Outcome: OutcomeAsk, Choices: make([]Choice, len(c.Questions))}
	for i, q := range c.Questions {
		d.Choices[i] = Choice{
			Identity: Identify(q), Verdict: Asked, Ruled: Asked, Recommended: q.Recommended(),
			OneWay: classify(c, q, picked{}), Why: "no rules can be read",
		}
	}
	return d
}

// AskAll has every question of a call asked, whatever the rules say.
func (d *Decision) AskAll() {
	d.Outcome = OutcomeAsk
	d.withdraw()
}

// withdraw turns answered questions into asked ones, when the call's answers cannot be given.
func (d *Decision) withdraw() {
	for i := range d.Choices {
		c := &d.Choices[i]
		if c.Verdict == Answered || d.Outcome == OutcomeAsk {
			c.Verdict = Asked
		}
	}
}

func decideOne(c Call, q Question, rules Rules, at Situation, trace *Trace) Choice {
	id := Identify(q)
	choice := Choice{Identity: id, Verdict: Asked, Recommended: q.Recommended()}
	trace.identity(q, id, choice.Recommended)
	top := strongest(c, q, id, rules, at, trace)
	var chosen picked
	if len(top) == 0 {
		choice.Why = "no rule matches"
	} else {
		choice.Rule, choice.Mode = top[0].ID, top[0].Mode
		chosen, choice.Why = agree(top, c, q, id, at)
	}
	choice.OneWay = classify(c, q, chosen)
	trace.safety(choice.OneWay)
	if choice.Why == "" {
		choice.Options, choice.Text = chosen.options, chosen.text
		applyRule(&choice, c, q, top[0], at, trace)
	}
	if c.Server == "" || rules.Settings().PolicyFor(c.Server) == PolicyAnswers {
		answerAway(&choice, c, q, top, chosen, at, trace)
	}
	trace.verdict(q, choice)
	return choice
}

// Covered reports whether any rule matches a question, whatever that rule does.
func Covered(c Call, q Question, id Identity, rules Rules, at Situation) bool {
	return len(strongest(c, q, id, rules, at, nil)) > 0
}

// agree returns the answer on which the strongest rules agree, or says why there is none.
func agree(top []Rule, c Call, q Question, id Identity, at Situation) (first picked, why string) {
	if top[0].Mode == AlwaysAsk {
		return picked{}, "the rule says to ask"
	}
	for i, r := range top {
		p, why := r.resolve(c, q, id, at)
		switch {
		case why != "":
			return picked{}, why
		case i == 0:
			first = p
		case !p.equal(first):
			return picked{}, fmt.Sprintf("the rule %s matches equally well and answers differently", r.ID)
		}
	}
	return first, ""
}

// applyRule returns the verdict of the strongest rules, whose answer is known. That answer is given
// only if the person gave it to the same question. If something is new to them, the answer is
// offered as the first option, except if the question is irreversible, or if the new part is not
// shown in words.
func applyRule(choice *Choice, c Call, q Question, winner Rule, at Situation, trace *Trace) {
	var evidence Evidence
	needed := winner.Mode != PreferMode &&
		(len(choice.OneWay) == 0 || winner.mayAnswerOneWay() || winner.isHeldByStrongFindings())
	if needed || trace != nil {
		var past []PastAnswer
		if at.Past != nil {
			past = at.Past(c, q)
		}
		evidence = FindEvidence(winner, c, q, *choice, past)
		trace.evidence(winner, evidence, needed, len(choice.OneWay) > 0 && !winner.mayAnswerOneWay())
		if trace != nil {
			if about := winner.About(past); len(about) > 0 {
				trace.add("evidence", winner.ID, "%s", partsAnswered(c, q, *choice, about))
			}
		}
	}
	if len(choice.OneWay) > 0 && !winner.mayAnswerOneWay() && winner.isHeldByStrongFindings() && evidence.isFamiliar() {
		choice.OneWay = classifyStrong(c, q, picked{choice.Options, choice.Text})
		trace.familiar(choice.OneWay)
	}
	oneWay := ""
	if len(choice.OneWay) > 0 {
		f := safety.Telling(choice.OneWay)
		oneWay = fmt.Sprintf("irreversible: %q in %s", f.Word, f.Where)
	}
	switch {
	case oneWay != "" && !winner.mayAnswerOneWay():
		choice.Why = oneWay
	case winner.Mode == PreferMode:
		choice.Verdict = Preferred
		choice.Why = "the rule prefers an option"
	case evidence.Covered():
		choice.Verdict, choice.Same, choice.Before = Answered, evidence.Same, evidence.Times
		choice.Why = "the rule answers"
	default:
		choice.New = evidence.about(winner, false)
		if choice.Why = choice.New; oneWay != "" {
			choice.Why = oneWay + "; " + choice.New
		} else if choice.Text == "" && evidence.suggestible() {
			choice.Verdict = Preferred
		}
	}
}

// mayAnswerOneWay reports whether the person lets the rule answer one-way questions.
func (r Rule) mayAnswerOneWay() bool { return r.Mode == NeverAsk && r.OneWay == OneWayAllow }

// isHeldByStrongFindings reports whether only strong findings of the safety check stop the rule from answering
// questions that are familiar to the person. This does not hold for a rule by marker: the model types the marker, so
// it proves nothing.
func (r Rule) isHeldByStrongFindings() bool { return r.rank() != rankMarker }

// isFamiliar reports whether the person gave this answer to exactly this question, or to one with the same options
// that reads like it. The same text with new descriptions is not familiar.
func (e Evidence) isFamiliar() bool { return e.Covered() && (e.Same == SameEverything || e.ReadsAlike) }

// outcome combines the verdicts of a call's questions.
func outcome(c Call, choices []Choice, settings Preferences, at Situation, trace *Trace) Outcome {
	answered, preferred := 0, 0
	for _, choice := range choices {
		switch choice.Verdict {
		case Answered:
			answered++
		case Preferred:
			preferred++
		}
	}
	rest := OutcomeAsk
	if preferred > 0 {
		rest = OutcomePrefer
	}
	if why := unanswerable(c); why != "" {
		trace.call("%s", why)
		return OutcomeAsk
	}
	policy := PolicyAnswers
	if c.Server != "" {
		policy = settings.PolicyFor(c.Server)
		trace.call("the policy for the MCP server %q is %q", c.Server, policy)
	}
	switch {
	case policy == PolicyAsk:
		return OutcomeAsk
	case answered < len(choices):
	case policy == PolicyDeny:
		return OutcomeDeny
	default:
		return OutcomeAnswer
	}
	if answered == 0 {
		return rest
	}
	switch {
	case c.Server != "":
		trace.call("some questions have no answer, and an MCP call is answered as a whole")
	case settings.Partial == "off":
		trace.call("some questions have no answer, and \"partial\" is off")
	case !at.CanMerge():
		trace.call("some questions have no answer, and this version of Claude Code cannot merge answers")
	default:
		return OutcomePartial
	}
	return rest
}

// isLeftAlone reports whether no rule applies to a call, because its answers could not reach
// their questions, or because the policy for its server is to ask.
func isLeftAlone(c Call, settings Preferences) bool {
	return unanswerable(c) != "" || c.Server != "" && settings.PolicyFor(c.Server) == PolicyAsk
}

// unanswerable says why answers, which are keyed by question text, could not reach the
// questions of a call.
func unanswerable(c Call) string {
	for i, q := range c.Questions {
		for _, other := range c.Questions[:i] {
			if q.Text == other.Text {
				return "two questions have the same text"
			}
		}
		if strings.HasPrefix(q.Text, "__proto__") {
			return "Claude Code would drop this question's answer"
		}
	}
	return ""
}

// PolicyFor returns the policy for an MCP server: the one in the preferences, or the one known to be right for that
// server, or "ask".
func (p Preferences) PolicyFor(server string) Policy {
	if policy, ok := p.MCP[server]; ok {
		return policy
	}
	if server == "conductor" {
		// It ignores answers in its arguments, and shows its own dialog.
		return PolicyDeny
	}
	return PolicyAsk
}
