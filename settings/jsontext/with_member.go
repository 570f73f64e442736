package jsontext

import (
	"errors"
	"fmt"
	"strings"
)

// ErrDuplicate is returned when an object to be changed has the same name twice.
var ErrDuplicate = errors.New("the object has this name twice")

// With returns a copy of an object in which the member name has the given value: in its old
// place if it was present, otherwise at the end. All other bytes stay unchanged. It fails if v
// is not an object, if value is absent, and if the object has the name twice ([ErrDuplicate]).
func (v Value) With(name string, value Value) (Value, error) {
	if v.Kind() != Object {
		return Value{}, fmt.Errorf("set %q: not a JSON object", name)
	}
	if value.Kind() == Absent {
		return Value{}, fmt.Errorf("set %q: no value given", name)
	}
	// Where the new text goes: in place of the old value, or before the brace.
	from, to := len(v.raw)-1, len(v.raw)-1
	found, members := false, false
	for m := range v.Members() {
		members = true
		if m.Name != name {
			continue
		}
		if found {
			return Value{}, fmt.Errorf("set %q: %w", name, ErrDuplicate)
		}
		found = true
		from = m.Value.offset - v.offset
		to = from + len(m.Value.raw)
	}
	var out strings.Builder
	out.Grow(len(v.raw) + len(name) + len(value.raw) + 8)
	out.WriteString(v.raw[:from])
	if !found {
		if members {
			out.WriteByte(',')
		}
		out.Write(AppendString(nil, name))
		out.WriteByte(':')
	}
	out.WriteString(value.raw)
	out.WriteString(v.raw[to:])
	return Value{raw: out.String()}, nil
}
