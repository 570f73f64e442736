package toolrule

import (
	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Member is the name of the preferences' member with the rules.
const Member = "toolRules"

// Problem is something in the rules that neverask does not understand.
type Problem = strictjson.Problem

// Parse reads the rules of a preferences file. It returns the valid rules in file order, reports the others, and
// guesses nothing. It fails for a file that is not JSON or has another version; neverask/hooks/rule/question says
// where and why.
func Parse(preferences []byte) (rules []Rule, problems []Problem, err error) {
	list, document, err := strictjson.ListIn(string(preferences), Member)
	if err != nil {
		return nil, nil, err
	}
	report := func(id string, f *strictjson.Fault) {
		line, column := hooks.Position([]byte(document), f.Offset)
		problems = append(problems, Problem{Line: line, Column: column, Rule: id, Message: f.Message})
	}
	if list.Kind() != hooks.Array && list.Kind() != hooks.Absent {
		report("", strictjson.Wrong(list, "%q must be an array", Member))
	}
	rules = read.List(list, func(id string, f *strictjson.Fault) {
		report(id, &strictjson.Fault{Offset: f.Offset, Message: f.Message + "; this rule does nothing"})
	})
	return rules, problems, nil
}

// ParseFor is Parse for only the rules of one tool. It compiles no patterns: [Set.Decide] ignores rules with an
// invalid one.
func ParseFor(preferences, tool string) (rules []Rule, err error) {
	list, _, err := strictjson.ListIn(preferences, Member)
	if err != nil {
		return nil, err
	}
	wanted := func(v hooks.Value) bool {
		tools, err := ParseTools(v.Get("tool").String())
		return err == nil && tools.Match(tool)
	}
	return read.Some(list, wanted, Rule.checkForm), nil
}

// read reads rules.
var read = strictjson.Rules[Rule]{Fields: fields, ID: func(r *Rule) *string { return &r.ID }}
