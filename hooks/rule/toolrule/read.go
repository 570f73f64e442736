package toolrule

import (
	"bytes"
	"errors"
	"fmt"

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
	r.problems = append(r.problems, Problem{Line: line, Column: column, Rule: rule, Message: message})
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
		r.report(list.Offset(), "", fmt.Sprintf("%q must be an array", Member))
	}
	read.List(list, func(rule Rule, v hooks.Value) {
		r.rules, r.sources = append(r.rules, rule), append(r.sources, v)
	}, func(id string, f *strictjson.Fault) { r.report(f.Offset, id, f.Message+"; this rule does nothing") })
	return nil
}

// read is how rules are read.
var read = strictjson.Rules[Rule]{Fields: fields, ID: func(r *Rule) *string { return &r.ID }}
