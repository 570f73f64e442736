package hooks

import (
	"errors"
	"fmt"
	"strconv"
)

// With returns a copy of an object in which the member name has the given
// value: in its old place when it was there, else at the end. All other bytes
// stay as they were written. It fails when v is no object, when value is
// absent, and when the object has the name twice.
func (v Value) With(name string, value Value) (Value, error) {
	if v.Kind() != Object {
		return Value{}, fmt.Errorf("set %q: not a JSON object", name)
	}
	if value.Kind() == Absent {
		return Value{}, fmt.Errorf("set %q: no value given", name)
	}
	from, to, members := 0, 0, 0
	for m := range v.Members() {
		members++
		if m.Name != name {
			continue
		}
		if to > 0 {
			return Value{}, fmt.Errorf("set %q: %w", name, ErrDuplicate)
		}
		from = m.Value.offset - v.offset
		to = from + len(m.Value.raw)
	}
	out := make([]byte, 0, len(v.raw)+len(name)+len(value.raw)+8)
	if to > 0 {
		out = append(out, v.raw[:from]...)
		out = append(out, value.raw...)
		out = append(out, v.raw[to:]...)
		return Value{raw: out}, nil
	}
	out = append(out, v.raw[:len(v.raw)-1]...)
	if members > 0 {
		out = append(out, ',')
	}
	out = AppendString(out, name)
	out = append(out, ':')
	out = append(out, value.raw...)
	return Value{raw: append(out, '}')}, nil
}

// ErrDuplicate is returned when an object that must be changed has the same
// name twice.
var ErrDuplicate = errors.New("the object has this name twice")

// ArrayOf returns the array of the given values. Absent values are left out.
func ArrayOf(values []Value) Value {
	out := []byte{'['}
	for _, v := range values {
		if v.Kind() == Absent {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, v.raw...)
	}
	return Value{raw: append(out, ']')}
}

// StringOf returns s as a JSON string.
func StringOf(s string) Value { return Value{raw: AppendString(nil, s)} }

// IntOf returns n as a JSON number.
func IntOf(n int64) Value { return Value{raw: strconv.AppendInt(nil, n, 10)} }

// ObjectBuilder writes an object member by member. The zero value is an empty
// object.
type ObjectBuilder struct{ out []byte }

// Raw adds a member whose name is already a JSON string, so that a name taken
// from another document keeps its spelling. An absent value adds nothing.
func (o *ObjectBuilder) Raw(name []byte, value Value) {
	if value.Kind() == Absent {
		return
	}
	if o.out == nil {
		o.out = append(o.out, '{')
	} else {
		o.out = append(o.out, ',')
	}
	o.out = append(o.out, name...)
	o.out = append(o.out, ':')
	o.out = append(o.out, value.raw...)
}

// Set adds a member. An absent value adds nothing.
func (o *ObjectBuilder) Set(name string, value Value) {
	o.Raw(AppendString(nil, name), value)
}

// SetString adds a string member, unless it is empty.
func (o *ObjectBuilder) SetString(name, s string) {
	if s != "" {
		o.Set(name, StringOf(s))
	}
}

// SetTrue adds a member that is true, unless b is false.
func (o *ObjectBuilder) SetTrue(name string, b bool) {
	if b {
		o.Set(name, Value{raw: []byte("true")})
	}
}

// Value returns the object.
func (o *ObjectBuilder) Value() Value {
	if o.out == nil {
		return Value{raw: []byte("{}")}
	}
	n := len(o.out)
	return Value{raw: append(o.out[:n:n], '}')}
}

// Empty reports whether the object has no members.
func (o *ObjectBuilder) Empty() bool { return o.out == nil }
