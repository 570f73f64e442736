package preferences

import (
	"fmt"

	"neverask/hooks/rules"
)

// LintTools looks at the rules for tools: for broken ones, ones that allow whole
// tools whatever they are called with, and ones that say the same as another.
func LintTools(list []rules.Rule, problems []rules.Problem) []Finding {
	var found []Finding
	add := func(kind, rule, format string, args ...any) {
		found = append(found, Finding{kind, rule, fmt.Sprintf(format, args...)})
	}
	for _, p := range problems {
		add("broken", p.Rule, "%d:%d: %s", p.Line, p.Column, p.Message)
	}
	earlier := map[string]string{}
	for _, r := range list {
		if r.Act == rules.Allow && len(r.When) == 0 {
			add("wide", r.ID, "it allows every call of %s, unless the client's own rules say otherwise", r.Tool)
		}
		meaning := r
		meaning.ID, meaning.Created, meaning.Note = "", rules.Created{}, ""
		key, err := encode(meaning)
		if err != nil {
			continue // cannot happen: a rule is made of texts and JSON
		}
		if first, repeated := earlier[key]; repeated {
			add("duplicate", r.ID, "says the same as %s", first)
			continue
		}
		earlier[key] = r.ID
	}
	return found
}
