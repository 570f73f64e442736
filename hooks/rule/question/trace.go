package question

import (
	"fmt"
	"slices"

	"neverask/hooks/rule/safety"
)

// Step is one step of a decision.
type Step struct {
	Question int    `json:"question"` // index, or -1 for the call as a whole
	Kind     string `json:"kind"`     // wording, rule, safety, evidence, answer or call
	Rule     string `json:"rule,omitempty"`
	Text     string `json:"text"`
	Match    *Rule  `json:"-"` // the rule that this step says matches, or nil
	// Unanswered says, for evidence, that the person has answered no such question.
	Unanswered bool `json:"-"`
}

// Trace collects the steps of a decision. On nil, all methods do nothing, so a decision without an explanation costs
// nothing.
type Trace struct {
	Steps []Step
	// LabelsOnly says that the texts about the options are unknown, so that the steps do not claim to have read them.
	LabelsOnly bool
	current    int
}

func (t *Trace) question(i int) {
	if t != nil {
		t.current = i
	}
}

func (t *Trace) add(kind, rule, format string, args ...any) {
	t.Steps = append(t.Steps, Step{Question: t.current, Kind: kind, Rule: rule, Text: fmt.Sprintf(format, args...)})
}

func (t *Trace) identity(q Question, id Identity, recommended int) {
	if t == nil {
		return
	}
	t.add("wording", "", "%q", id.Fingerprint)
	if t.LabelsOnly {
		t.add("wording", "", "neverask's log has no descriptions of options: with them the result may differ")
	}
	if id.Marker != "" {
		t.add("wording", "", "marker %q", id.Marker)
	}
	if recommended >= 0 {
		t.add("wording", "", "recommends %q", q.Options[recommended].Label)
	}
}

func (t *Trace) rejected(r Rule, why string) {
	if t != nil {
		t.add("rule", r.ID, "not used: %s", why)
	}
}

func (t *Trace) candidate(r Rule) {
	if t == nil {
		return
	}
	kept := r
	t.add("rule", r.ID, "%s: %s", r.Matched(), r.Mode.Words())
	t.Steps[len(t.Steps)-1].Match = &kept
}

// Matched says by what a rule matches, and where it holds.
func (r Rule) Matched() string {
	scope := "everywhere"
	if r.Project != "" {
		scope = "in " + r.Project
	}
	return "matches by " + rankNames[r.rank()] + ", " + scope
}

func (t *Trace) strongest(top []Rule) {
	if t == nil || len(top) == 0 {
		return
	}
	text := "decides"
	if n := len(top); n > 1 {
		text += fmt.Sprintf(": %d rules match equally well; this one is the most careful, or the first such", n)
	}
	t.add("rule", top[0].ID, "%s", text)
}

// Brief returns the steps of a decision, with one step for all rules that decide nothing.
func Brief(steps []Step) (brief []Step) {
	decider, match, fail := map[int]string{}, map[int]int{}, map[int]int{}
	for _, s := range slices.Backward(steps) { // the rules that decide are named at the end
		switch {
		case s.Kind == "answer":
			decider[s.Question] = s.Rule
		case s.Kind != "rule" || s.Rule == decider[s.Question]:
		case s.Match != nil:
			match[s.Question]++
		default:
			fail[s.Question]++
		}
	}
	for i, s := range steps {
		by, m, f := decider[s.Question], match[s.Question], fail[s.Question]
		folded := by != "" && s.Kind == "rule" && m+f > 1
		if !folded || s.Rule == by {
			brief = append(brief, s)
		}
		if folded && (i+1 == len(steps) || steps[i+1].Kind != "rule") {
			text := fmt.Sprintf("%d more match", m)
			if f > 0 {
				text += fmt.Sprintf("; %d more don't", f)
			}
			brief = append(brief, Step{Question: s.Question, Kind: "rule", Text: text})
		}
	}
	return brief
}

func (t *Trace) safety(found []safety.Finding) {
	if t == nil {
		return
	}
	switch {
	case len(found) == 0 && t.LabelsOnly:
		t.add("safety", "", "nothing irreversible in the labels, which are all that is known")
	case len(found) == 0:
		t.add("safety", "", "nothing irreversible, and nothing that others would see")
	}
	for _, f := range found {
		t.add("safety", "", "irreversible (%s): %q in %s", f.Class, f.Word, f.Where)
	}
}

func (t *Trace) verdict(q Question, c Choice) {
	if t == nil {
		return
	}
	switch answer := c.Answer(q); {
	case answer != "" && c.Verdict == Preferred:
		t.add("answer", c.Rule, "asked, with %q first", answer)
	case answer != "" && c.Verdict == Answered:
		t.add("answer", c.Rule, "answered: %q", answer)
	default:
		t.add("answer", c.Rule, "%s: %s", c.Verdict, c.Why)
	}
}

// evidence adds what the person's own answers say about the rule's answer. matters says that the decision depends on
// them, so a lack of answers is worth a step, too.
func (t *Trace) evidence(r Rule, e Evidence, matters, held bool) {
	if t != nil && (matters || !e.isNone()) {
		t.add("evidence", r.ID, "%s", e.about(r, held))
		t.Steps[len(t.Steps)-1].Unanswered = e.isNone()
	}
}

// familiar says which findings of the safety check remain in a question that the person has
// answered before.
func (t *Trace) familiar(found []safety.Finding) {
	if t != nil && len(found) == 0 {
		t.add("safety", "", "you have answered a question like this before, and the finding is too weak to stop the answer")
	}
}

func (t *Trace) away(text string) {
	if t != nil {
		t.add("away", "", "%s", text)
	}
}

func (t *Trace) call(format string, args ...any) {
	if t != nil {
		t.add("call", "", format, args...)
	}
}
