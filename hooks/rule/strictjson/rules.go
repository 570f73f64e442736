package strictjson

import (
	"errors"
	"slices"
	"strings"

	"neverask/hooks"
)

// Problem is something that a person wrote and that was not understood. A rule with a
// problem does nothing; a setting with a problem has its careful value.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule,omitempty"` // the id, if the rule has one
	Message string `json:"message"`
}

// A Rule knows what is wrong with it as a whole, and an id for what it says.
type Rule interface {
	Check() error
	NewID() string
}

// Rules are how rules of one kind are read.
type Rules[T Rule] struct {
	Fields Fields[T]
	ID     func(*T) *string // where a rule keeps its id
}

// Read reads the members of a rule into one that is empty. Where there is a fault that has its
// id all the same. What the members say together is for Check.
func (rs Rules[T]) Read(v hooks.Value, to *T) *Fault {
	*rs.ID(to) = v.Get("id").String()
	return rs.Fields.Read("a rule", v, to)
}

// Some reads those rules of a list that are wanted, as List does, and no others. check says
// what is wrong with one of them, as far as that matters.
func (rs Rules[T]) Some(list hooks.Value, wanted func(hooks.Value) bool, check func(T) error) (found []T) {
	var earlier []hooks.Value
	for v := range list.Elements() {
		if wanted(v) {
			r, ok := rs.known(v)
			if ok && check(r) == nil && !rs.taken(*rs.ID(&r), earlier) {
				found = append(found, r)
			}
		}
		earlier = append(earlier, v)
	}
	return found
}

// known reads a rule, and gives one without an id one.
func (rs Rules[T]) known(v hooks.Value) (r T, ok bool) {
	fault := rs.Read(v, &r)
	if id := rs.ID(&r); fault == nil && *id == "" {
		*id = r.NewID()
	}
	return r, fault == nil
}

// taken reports whether a rule that holds has an id.
func (rs Rules[T]) taken(id string, rules []hooks.Value) bool {
	return slices.ContainsFunc(rules, func(v hooks.Value) bool {
		if !mayHaveID(v, id) {
			return false
		}
		r, ok := rs.known(v)
		return ok && *rs.ID(&r) == id && r.Check() == nil
	})
}

// escaped are the characters that JSON spells with a backslash, beside what \u may spell.
const escaped = "\"\\/\b\f\n\r\t"

// mayHaveID reports whether a rule as it is written may have an id: quickly, for a thousand rules.
func mayHaveID(rule hooks.Value, id string) bool {
	raw := rule.Raw()
	if !strings.Contains(raw, id) && strings.Contains(raw, `"id"`) && !strings.Contains(raw, `\u`) && !strings.ContainsAny(id, escaped) {
		return false
	}
	written := rule.Get("id").String()
	return written == id || written == ""
}

// List reads a list of rules: those that hold, in their order. It reports why another does
// not.
func (rs Rules[T]) List(list hooks.Value, report func(id string, fault *Fault)) []T {
	var found []T
	ids := map[string]bool{}
	for v := range list.Elements() {
		// In its place right away: a rule is large, and a thousand may follow.
		found = append(found, *new(T))
		r := &found[len(found)-1]
		fault := rs.Read(v, r)
		if fault == nil {
			if err := (*r).Check(); err != nil {
				fault = Wrong(v, "%s", err)
			}
		}
		id := rs.ID(r)
		if fault == nil && *id == "" {
			*id = (*r).NewID()
		}
		if fault == nil && ids[*id] {
			fault = Wrong(v, "another rule has the same id")
		}
		if fault != nil {
			report(*id, fault)
			found = found[:len(found)-1]
			continue
		}
		ids[*id] = true
	}
	return found
}

// ListIn is the list that a member of a preferences file holds, absent where there is none, and the
// text of the file, that faults have their place in. It fails on a file of another version.
func ListIn(preferences, member string) (list hooks.Value, document string, err error) {
	document = strings.TrimPrefix(preferences, "\ufeff")
	if strings.TrimSpace(document) == "" {
		return list, document, nil
	}
	root, err := hooks.Parse(document)
	if err != nil {
		return list, document, err
	}
	if _, twice := root.Duplicate(); twice || root.Get("version").Raw() != "1" {
		return list, document, errors.New("the preferences are of another version, or have a member twice")
	}
	return root.Get(member), document, nil
}
