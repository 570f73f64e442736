package toolrule

import (
	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Member is the name of the member of the preferences that holds the rules.
const Member = "toolRules"

// Problem is something in the rules that was not understood.
type Problem = strictjson.Problem

// Parse reads the rules of a preferences file. Those that work are returned in the
// order of the file, and what does not is reported; nothing is guessed. A file that
// is no JSON, or of another version, holds no rules: neverask/hooks/rule/question says
// where and why, and err only that.
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

// ParseFor is Parse of the rules for a tool alone, without compiling patterns: a rule with
// a broken one does nothing in [Set.Decide], either.
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

// read is how rules are read.
var read = strictjson.Rules[Rule]{Fields: fields, ID: func(r *Rule) *string { return &r.ID }}
