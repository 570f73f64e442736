package toolrule

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// Member is the name of the member of the preferences that holds the rules.
const Member = "toolRules"

// Problem is something in the rules that was not understood. A rule with a problem
// does nothing.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule,omitempty"` // the id, if the rule has one
	Message string `json:"message"`
}

// Parse reads the rules of a preferences file. Those that work are returned in the
// order of the file, and what does not is reported; nothing is guessed. A file that
// is no JSON, or of another version, holds no rules: neverask/hooks/rule/question says
// where and why, and err only that.
func Parse(preferences []byte) (list []Rule, problems []Problem, err error) {
	var r reader
	err = r.file(preferences)
	return r.rules, r.problems, err
}

type reader struct {
	document []byte
	rules    []Rule
	sources  []hooks.Value // of the rules
	problems []Problem
}

func (r *reader) report(offset int, rule, message string) {
	line, column := hooks.Position(r.document, offset)
	r.problems = append(r.problems, Problem{line, column, rule, message + "; this rule does nothing"})
}

func (r *reader) file(preferences []byte) error {
	r.document = bytes.TrimPrefix(preferences, []byte("\ufeff"))
	if len(bytes.TrimSpace(r.document)) == 0 {
		return nil
	}
	root, err := hooks.Parse(r.document)
	if err != nil {
		return err
	}
	if _, twice := root.Duplicate(); twice || root.Get("version").Raw() != "1" {
		return errors.New("the preferences are of another version, or have a member twice")
	}
	list := root.Get(Member)
	if list.Kind() != hooks.Array && list.Kind() != hooks.Absent {
		line, column := hooks.Position(r.document, list.Offset())
		r.problems = append(r.problems, Problem{line, column, "", fmt.Sprintf("%q must be an array", Member)})
	}
	ids := map[string]bool{}
	for v := range list.Elements() {
		rule, f := read(v)
		if f == nil {
			f = examine(&rule, v, ids)
		}
		if f != nil {
			r.report(f.Offset, rule.ID, f.Message)
			continue
		}
		ids[rule.ID] = true
		r.rules, r.sources = append(r.rules, rule), append(r.sources, v)
	}
	return nil
}

// examine looks at a rule as a whole and gives it an id if it has none.
func examine(rule *Rule, v hooks.Value, ids map[string]bool) *strictjson.Fault {
	if err := rule.Check(); err != nil {
		return strictjson.Wrong(v, "%s", err)
	}
	if rule.ID == "" {
		rule.ID = rule.NewID()
	}
	if ids[rule.ID] {
		return strictjson.Wrong(v, "another rule has the same id")
	}
	return nil
}

// ParseRules reads one rule or an array of rules, all of which must work.
func ParseRules(b []byte) ([]Rule, error) {
	v, err := hooks.Parse(b)
	if err != nil {
		return nil, err
	}
	elements := []hooks.Value{v}
	if v.Kind() == hooks.Array {
		elements = slices.Collect(v.Elements())
	}
	var list []Rule
	for _, e := range elements {
		r, f := read(e)
		if f == nil {
			if err := r.Check(); err != nil {
				f = strictjson.Wrong(e, "%s", err)
			}
		}
		if f != nil {
			line, column := hooks.Position(b, f.Offset)
			return nil, fmt.Errorf("%d:%d: %s", line, column, f.Message)
		}
		list = append(list, r)
	}
	return list, nil
}

// read reads the members of a rule. What they say together is for [Rule.Check].
func read(v hooks.Value) (Rule, *strictjson.Fault) {
	r := Rule{ID: v.Get("id").String()}
	fault := fields.Read("a rule", v, &r)
	return r, fault
}
