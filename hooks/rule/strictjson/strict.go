package strictjson

import (
	"errors"
	"fmt"

	"neverask/hooks"
)

// A Fault is the first thing that is wrong with a value.
type Fault struct {
	Offset  int // in bytes from the start of the document
	Message string
}

// A MemberError describes a mistake in one member of an object: where a person fills in a
// form, it is that of one line.
type MemberError struct {
	Member  string
	Missing bool // it is needed, and not given
	Message string
}

func (e *MemberError) Error() string { return e.Message }

// Needed is the error of a member that is needed and not given.
func Needed(member, format string, args ...any) error {
	return &MemberError{member, true, fmt.Sprintf(format, args...)}
}

// Misfit is the error of a member that is given and does not fit.
func Misfit(member, format string, args ...any) error {
	return &MemberError{member, false, fmt.Sprintf(format, args...)}
}

// Wrong is a fault of a value.
func Wrong(v hooks.Value, format string, args ...any) *Fault {
	return &Fault{v.Offset(), fmt.Sprintf(format, args...)}
}

// Members hands the members of an object to one, in the order they were written,
// until that finds a fault. A value that is no object, and a name that is there
// twice, are faults before that. what is the value in words, as in "a rule".
func Members(what string, v hooks.Value, one func(hooks.Member) *Fault) *Fault {
	if v.Kind() != hooks.Object {
		return Wrong(v, "%s must be an object", what)
	}
	if m, found := v.Duplicate(); found {
		return &Fault{m.Offset, fmt.Sprintf("%q is there twice", m.Name)}
	}
	for m := range v.Members() {
		if f := one(m); f != nil {
			return f
		}
	}
	return nil
}

// Text reads a member that must be a string and not empty.
func Text(m hooks.Member, to *string) *Fault {
	text, ok := m.Value.Text()
	if !ok || text == "" {
		return Wrong(m.Value, "%q must be a string that is not empty", m.Name)
	}
	*to = text
	return nil
}

// Unknown is the fault of a member that means nothing, with the one of those that mean
// something which was probably meant, or what to do instead.
func Unknown(m hooks.Member, known ...string) *Fault {
	text := fmt.Sprintf("unknown member %q", m.Name)
	if other := instead(m.Name); other != "" {
		text += " (" + other + ")"
	} else if near := Nearest(m.Name, known); near != "" {
		text += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return &Fault{m.Offset, text}
}

// instead says what to do in place of members that people write though there are none.
func instead(member string) string {
	switch member {
	case "trusted":
		return "neverask rules import adds the rules of a file"
	case "widen":
		return "a rule answers the values you have seen"
	case "weekly":
		return "neverask report says what was answered"
	case "runs":
		return `write "matches"`
	}
	return ""
}

// Unmarshal reads a value for encoding/json as it is read from a file.
func Unmarshal[V any](b []byte, to *V, read func(hooks.Member, *V) *Fault) error {
	v, err := hooks.Parse(b)
	if err != nil {
		return err
	}
	if f := read(hooks.Member{Value: v}, to); f != nil {
		return errors.New(f.Message)
	}
	return nil
}
