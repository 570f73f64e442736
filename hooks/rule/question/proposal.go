package question

import (
	"errors"
	"strings"

	"neverask/hooks"
	"neverask/hooks/rule/strictjson"
)

// The bounds of a proposal. A team's rules have a few kilobytes.
const (
	MaxProposal      = 64 << 10 // bytes
	MaxProposedRules = 200
	maxProposedID    = 64
)

// ParseProposal reads the rules that a project proposes, a file of the form
// {"version": 1, "rules": [...]}. It is stricter than [ParsePreferences]: one
// problem refuses the whole proposal, because a person accepts it as a whole.
//
// A proposed rule has an id, names the questions that it is about by marker,
// exact or text, and answers with what they offer. It cannot name a pattern, a
// project or a text of its own, nor allow one-way answers.
func ParseProposal(content []byte) ([]Rule, []Problem) {
	p := file{document: content}
	if len(content) > MaxProposal {
		p.report(0, "", "longer than %d KB", MaxProposal>>10)
		return nil, p.problems
	}
	root, err := hooks.Parse(content)
	if bad := (*hooks.SyntaxError)(nil); errors.As(err, &bad) {
		p.report(bad.Offset, "", "%s", bad.Message)
		return nil, p.problems
	}
	rules := p.readProposal(root)
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	return rules, nil
}

func (f *file) readProposal(root hooks.Value) (rules []Rule) {
	if root.Kind() != hooks.Object {
		f.report(root.Offset(), "", "a proposal must be a JSON object")
		return nil
	}
	if m, found := root.Duplicate(); found {
		f.report(m.Offset, "", "%q is there twice", m.Name)
		return nil
	}
	for m := range root.Members() {
		if m.Name != "version" && m.Name != "rules" {
			f.report(m.Offset, "", "unknown member %q: a proposal holds rules and nothing else", m.Name)
			return nil
		}
	}
	if v := root.Get("version"); v.Raw() != "1" {
		f.report(max(v.Offset(), root.Offset()), "", `"version" must be %d`, Version)
	}
	list := root.Get("rules")
	if n := list.Len(); list.Kind() != hooks.Array || n == 0 || n > MaxProposedRules {
		f.report(max(list.Offset(), root.Offset()), "", `"rules" must be an array of 1 to %d rules`, MaxProposedRules)
		return nil
	}
	ids := map[string]bool{}
	for v := range list.Elements() {
		r, problem := read.Read(v)
		if problem == nil {
			problem = checkProposed(r, v)
		}
		if problem == nil && ids[r.ID] {
			problem = strictjson.Wrong(v, "another rule has the same id")
		}
		if problem != nil {
			f.report(problem.Offset, r.ID, "%s", problem.Message)
			continue
		}
		ids[r.ID] = true
		rules = append(rules, r)
	}
	return rules
}

// checkProposed looks for what a person may say in a rule and a repository may
// not: a field that the table does not say to be public.
func checkProposed(r Rule, v hooks.Value) *strictjson.Fault {
	var first *strictjson.Fault
	for _, f := range fields {
		in := v
		if f.In != "" {
			in = v.Get(f.In)
		}
		value, why := in.Get(f.Name), ""
		if f.Private != "" {
			why = ": " + f.Private
		}
		if refused := !f.Public && value.Kind() != hooks.Absent; refused && (first == nil || value.Offset() < first.Offset) {
			first = strictjson.Wrong(value, "%q cannot be proposed%s", f.Name, why)
		}
	}
	if first != nil {
		return first
	}
	if text := v.Get("answer").Get("text"); text.Kind() != hooks.Absent {
		return strictjson.Wrong(text, "a text cannot be proposed as the answer: name an option")
	}
	switch err := r.Check(); {
	case err != nil:
		return strictjson.Wrong(v, "%s", err)
	case r.rank() > rankText:
		return strictjson.Wrong(v.Get("match"), `"match" must hold a marker, exact or text`)
	case !isProposedID(r.ID):
		return strictjson.Wrong(v, `"id" must be 1 to %d letters, digits or any of "._-"`, maxProposedID)
	}
	return nil
}

// isProposedID reports whether an id is harmless wherever it is shown: it is
// told with every answer.
func isProposedID(id string) bool {
	const harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
	return id != "" && len(id) <= maxProposedID && strings.Trim(id, harmless) == ""
}
