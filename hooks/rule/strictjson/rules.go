package strictjson

import "neverask/hooks"

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

// Read reads the members of a rule. Where there is a fault the rule has its id all the
// same. What the members say together is for Check.
func (rs Rules[T]) Read(v hooks.Value) (r T, fault *Fault) {
	*rs.ID(&r) = v.Get("id").String()
	return r, rs.Fields.Read("a rule", v, &r)
}

// Known is Read of a rule that was found good before. One without an id is given one.
func (rs Rules[T]) Known(v hooks.Value) (T, *Fault) {
	r, fault := rs.Read(v)
	if id := rs.ID(&r); fault == nil && *id == "" {
		*id = r.NewID()
	}
	return r, fault
}

// List reads a list of rules: keep gets those that hold, in their order, and report why
// another does not.
func (rs Rules[T]) List(list hooks.Value, keep func(T, hooks.Value), report func(id string, fault *Fault)) {
	ids := map[string]bool{}
	for v := range list.Elements() {
		r, fault := rs.Read(v)
		if fault == nil {
			if err := r.Check(); err != nil {
				fault = Wrong(v, "%s", err)
			}
		}
		id := rs.ID(&r)
		if fault == nil && *id == "" {
			*id = r.NewID()
		}
		if fault == nil && ids[*id] {
			fault = Wrong(v, "another rule has the same id")
		}
		if fault != nil {
			report(*id, fault)
			continue
		}
		ids[*id] = true
		keep(r, v)
	}
}
