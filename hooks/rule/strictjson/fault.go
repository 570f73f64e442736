package strictjson

import (
	"fmt"

	"neverask/hooks"
)

// A Fault is the first mistake in a value.
type Fault struct {
	Offset  int // in bytes from the start of the document
	Message string
}

// A MemberError is a mistake in one member of an object, which a form shows on that member's line.
type MemberError struct {
	Member  string
	Missing bool // it is required and missing
	Message string
}

func (e *MemberError) Error() string { return e.Message }

// Needed returns the error for a required member that is missing.
func Needed(member, format string, args ...any) error {
	return &MemberError{member, true, fmt.Sprintf(format, args...)}
}

// Misfit returns the error for a member with a wrong value.
func Misfit(member, format string, args ...any) error {
	return &MemberError{member, false, fmt.Sprintf(format, args...)}
}

// Wrong returns a fault in a value.
func Wrong(v hooks.Value, format string, args ...any) *Fault {
	return &Fault{v.Offset(), fmt.Sprintf(format, args...)}
}

// Unknown returns the fault for an unknown member. It suggests the known member that was probably meant, or what to
// do instead.
func Unknown(m hooks.Member, known ...string) *Fault {
	text := fmt.Sprintf("unknown member %q", m.Name)
	if other := instead(m.Name); other != "" {
		text += " (" + other + ")"
	} else if near := Nearest(m.Name, known); near != "" {
		text += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return &Fault{m.Offset, text}
}

// instead says what to do in place of members that people expect but do not exist.
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
