package transcript

import (
	"slices"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/question"
)

// shown returns the questions of a call, without the JSON of those that the user did not
// certainly answer exactly so, in the client's dialog or that of a host that drives it. The
// result repeats what was shown, which differs from what was asked if a hook changed it. If
// the dialog gave up waiting, none of its answers counts.
func shown(c *call, response hooks.Value) []asked {
	all := slices.Clone(c.questions) // others may hold the same
	answers, notes := response.Get("answers"), response.Get("annotations")
	for i := range all {
		a := &all[i]
		if a.raw == "" {
			continue
		}
		answer := hooks.AnswerText(answers.Get(a.text))
		a.note = notes.Get(a.text).Get("notes").String() != ""
		certain := c.tool == question.Tool && c.result.state == accepted && strings.HasPrefix(c.result.source, "user_") &&
			(answer != "" || a.note)
		if !certain || !repeats(response.Get("questions"), a.raw) {
			a.raw = ""
		}
	}
	return all
}

// repeats reports whether a question is among those that were shown.
func repeats(questions hooks.Value, raw string) bool {
	v, err := hooks.Parse(raw)
	if err != nil {
		return false
	}
	q, err := question.ParseQuestion(v)
	if err != nil {
		return false
	}
	for e := range questions.Elements() {
		if s, err := question.ParseQuestion(e); err == nil && q.IsShownAs(s) {
			return true
		}
	}
	return false
}
