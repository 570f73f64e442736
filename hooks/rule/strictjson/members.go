package strictjson

import (
	"errors"
	"fmt"

	"neverask/hooks"
)

// Members calls one for each member of an object, in order, until it returns a fault. A value that is not an object,
// or has a name twice, is a fault before that. what names the value, as in "a rule".
func Members(what string, v hooks.Value, one func(hooks.Member) *Fault) *Fault {
	if v.Kind() != hooks.Object {
		return Wrong(v, "%s must be an object", what)
	}
	if m, found := v.Duplicate(); found {
		return &Fault{m.Offset, fmt.Sprintf("%q occurs twice", m.Name)}
	}
	for m := range v.Members() {
		if f := one(m); f != nil {
			return f
		}
	}
	return nil
}

// Text reads a member that must be a non-empty string.
func Text(m hooks.Member, to *string) *Fault {
	text, ok := m.Value.Text()
	if !ok || text == "" {
		return Wrong(m.Value, "%q must be a non-empty string", m.Name)
	}
	*to = text
	return nil
}

// Unmarshal implements UnmarshalJSON with the function that reads the value from a file.
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
