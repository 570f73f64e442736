package preferences

import (
	"fmt"

	"neverask/hooks/rule/toolrule"
)

// LintTools looks at the rules for tools: for broken ones, ones that allow more or
// less than they seem to, and ones that say the same as another.
func LintTools(list []toolrule.Rule, problems []toolrule.Problem) []Finding {
	var found []Finding
	add := func(kind, rule, format string, args ...any) {
		found = append(found, Finding{Kind: kind, Rule: rule, Message: fmt.Sprintf(format, args...)})
	}
	for _, p := range problems {
		add("broken", p.Rule, "%d:%d: %s", p.Line, p.Column, p.Message)
	}
	earlier := map[string]string{}
	for _, r := range list {
		for _, reach := range r.Reach() {
			if reach.Kind != "" {
				add(reach.Kind, r.ID, "%s", reach.Text)
			}
		}
		if first, repeated := earlier[toolText(r)]; repeated {
			add("duplicate", r.ID, "says the same as %s", first)
			continue
		}
		earlier[toolText(r)] = r.ID
	}
	return found
}
