package doctor

import (
	"neverask/hooks/rule/preferences"
)

// troubles are the IDs of findings about rules.
var troubles = map[preferences.Trouble]string{
	preferences.Contradicted: "rule-contradicted", preferences.Unanswering: "rule-unanswering",
}

// rules reports each rule that does not do what it says, and why.
func (o Options) rules() (found []Finding) {
	in := o.Planner
	book := preferences.Open(in.Paths.Preferences(), in.Store, in.Now)
	told := map[string]bool{}
	for _, f := range o.Rules {
		trouble := f.Trouble()
		key := string(trouble) + f.Rule
		if trouble == "" || told[key] {
			continue
		}
		told[key] = true
		found = append(found, Finding{
			ID: troubles[trouble], Severity: Warning, File: in.Paths.Preferences(), Line: book.Line(f.Rule),
			Message: "a rule " + string(trouble) + ": " + f.Rule, Why: f.Message,
			Fix: "neverask rules edit " + f.Rule + ", or neverask rules rm " + f.Rule,
		})
	}
	return found
}
