package program

import (
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// neverShown returns what to print when a question never reached the person: the answers of
// the rules, and how to deal with the other questions in this kind of session.
func (h *hook) neverShown(w openCall, event hooks.Event) (hooks.Output, error) {
	// Only what the rules say about each question counts here.
	d, rules, err := h.decide(w.call, h.situationIn(w.project), nil)
	setting := question.Auto
	if err != nil {
		h.complain(err)
		d = question.Undecided(w.call)
	} else {
		setting = rules.Settings().Session
	}
	text, answered := directive(w.call, d, h.session(setting))
	out := hooks.Output{Specific: hooks.PostToolUseOutput{AdditionalContext: text}}
	if event == hooks.EventPostToolUseFailure {
		out.Specific = hooks.PostToolUseFailureOutput{AdditionalContext: text}
	}
	if answered != "" {
		out.SystemMessage = shorten("neverask: asking failed; Claude was told your saved answers: "+answered, maxDisclosed)
	}
	return out, nil
}

// directive tells the model what to do instead of asking. answered are the rules' answers.
func directive(call question.Call, d question.Decision, session question.Session) (text, answered string) {
	var rules, recommended, open []string
	for i, c := range d.Choices {
		q := call.Questions[i]
		switch best := c.Recommended; {
		case c.Ruled == question.Answered:
			rules = append(rules, quoted(q.Text)+" = "+quoted(c.Answer(q)))
		case session == question.Spawned && best >= 0 && len(c.OneWay) == 0 && c.Mode != question.AlwaysAsk && c.New == "":
			recommended = append(recommended, quoted(q.Text)+" = "+quoted(q.Options[best].Label))
		default:
			open = append(open, quoted(q.Text))
		}
	}
	answered = strings.Join(rules, "; ")
	parts := []string{"The question tool failed: the user was not asked and has not answered. Do not call it again for this."}
	if answered != "" {
		parts = append(parts, "The user's saved preferences answer: "+answered+". Go on with that.")
	}
	if len(recommended) > 0 {
		parts = append(parts, "This session was started by an orchestrator, so take the recommended option: "+
			strings.Join(recommended, "; ")+".")
	}
	if len(open) > 0 {
		parts = append(parts, remaining(strings.Join(open, "; "), session))
	}
	return shorten(strings.Join(parts, " "), maxDisclosed), answered
}

// remaining says what to do about questions that nobody has answered.
func remaining(open string, session question.Session) string {
	if session == question.Attended {
		return "Ask in plain text, with the options: " + open +
			". Then end your turn and wait for the user's reply; do not choose for them."
	}
	return "Nobody is there to answer: " + open +
		". Do not choose an answer: report the question with its options as blocked, and stop the work that depends on it."
}
