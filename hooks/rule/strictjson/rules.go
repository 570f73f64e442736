package strictjson

import (
	"errors"
	"slices"
	"strings"

	"neverask/hooks"
)

// Problem is something in a person's file that neverask does not understand. A rule with a problem does nothing; a
// setting with a problem has its careful value.
type Problem struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Rule    string `json:"rule,omitempty"` // the id, if the rule has one
	Message string `json:"message"`
}

// A Rule can report what is wrong with it as a whole, and derive an id from its content.
type Rule interface {
	Check() error
	NewID() string
}

// Rules reads rules of one kind.
type Rules[T Rule] struct {
	Fields Fields[T]
	ID     func(*T) *string // returns where a rule keeps its id
}

// Read reads the members of a rule into an empty one. It reads the id even if there is a fault. Check judges the
// members together.
func (rs Rules[T]) Read(v hooks.Value, to *T) *Fault {
	*rs.ID(to) = v.Get("id").String()
	return rs.Fields.Read("a rule", v, to)
}

// Some is List for only the wanted rules. check replaces [Rule].Check, and may leave out what does not matter.
func (rs Rules[T]) Some(list hooks.Value, wanted func(hooks.Value) bool, check func(T) error) (found []T) {
	var others []hooks.Value
	for v := range list.Elements() {
		if !wanted(v) {
			others = append(others, v)
			continue
		}
		r, ok := rs.known(v)
		if !ok || check(r) != nil {
			continue
		}
		id := *rs.ID(&r)
		twice := slices.ContainsFunc(found, func(f T) bool { return *rs.ID(&f) == id && f.Check() == nil })
		if !twice && !rs.taken(id, others) {
			found = append(found, r)
		}
	}
	return found
}

// known reads a rule, and derives an id if it has none.
func (rs Rules[T]) known(v hooks.Value) (r T, ok bool) {
	fault := rs.Read(v, &r)
	if id := rs.ID(&r); fault == nil && *id == "" {
		*id = r.NewID()
	}
	return r, fault == nil
}

// taken reports whether a valid rule has this id.
func (rs Rules[T]) taken(id string, rules []hooks.Value) bool {
	return slices.ContainsFunc(rules, func(v hooks.Value) bool {
		if !mayHaveID(v, id) {
			return false
		}
		r, ok := rs.known(v)
		return ok && *rs.ID(&r) == id && r.Check() == nil
	})
}

// escaped are the characters that JSON spells with a backslash, besides \u.
const escaped = "\"\\/\b\f\n\r\t"

// mayHaveID reports whether a rule's JSON may have this id. It must be quick: there may be a thousand rules.
func mayHaveID(rule hooks.Value, id string) bool {
	raw := rule.Raw()
	if !strings.Contains(raw, id) && strings.Contains(raw, `"id"`) && !strings.Contains(raw, `\u`) &&
		!strings.ContainsAny(id, escaped) {
		return false
	}
	written := rule.Get("id").String()
	return written == id || written == ""
}

// List returns the valid rules of a list, in order, and reports what is wrong with the others.
func (rs Rules[T]) List(list hooks.Value, report func(id string, fault *Fault)) []T {
	var found []T
	ids := map[string]bool{}
	for v := range list.Elements() {
		// Read in place: a rule is large, and a thousand may follow.
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

// ListIn returns the list in a member of a preferences file, or absent, and the file's text, to which the positions
// of faults refer. It fails for a file of another version.
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
