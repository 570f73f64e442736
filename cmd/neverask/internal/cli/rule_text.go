package cli

import (
	"fmt"
	"strings"

	"neverask/hooks/rule/question"
	"neverask/hooks/rule/strictjson"
	"neverask/hooks/rule/wording"
)

// RuleText returns a rule on one line, with … in place of values that may vary.
func RuleText(r question.Rule) string {
	var match []string
	for _, f := range question.Fields() {
		if v := f.Of(&r); f.Part == strictjson.Matching && v.String() != "" {
			text := v.String()
			if f.Name == "text" {
				text = wording.Elided(text)
			}
			match = append(match, fmt.Sprintf("%s %q", f.Label, text))
		}
	}
	s := fmt.Sprintf("%-18s %-10s %s", r.ID, r.Mode.Words(), strings.Join(match, ", "))
	if a := r.Effective(); !a.IsZero() {
		s += " → " + answerText(a)
	}
	return s
}

func answerText(a question.Answer) string {
	switch {
	case a.Word != "":
		return a.Word
	case a.Labels != nil:
		return strings.Join(a.Labels, " + ")
	case a.Text != "":
		return fmt.Sprintf("text %q", a.Text)
	}
	return fmt.Sprintf("%q", a.Label)
}
