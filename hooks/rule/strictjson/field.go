package strictjson

import (
	"slices"
	"strconv"
	"strings"

	"neverask/hooks"
)

// A Field is one field of the JSON objects that a T is read from. The table of a T's fields is their only list:
// everything that reads, writes, compares, shows, asks for or describes a T uses it. The effect of a field is decided
// where the T is used.
type Field[T any] struct {
	In, Name string // the member's name, and the name of the nested object that contains it, if any
	Label    string // its name for people: on flags and forms
	Help     string // its meaning, as part of a sentence
	Part     Part
	// Of returns the place where a T keeps the field.
	Of func(*T) Value
}

// Member returns the name of the top-level member: the field's own, or that of the nested object.
func (f Field[T]) Member() string {
	if f.In != "" {
		return f.In
	}
	return f.Name
}

// Usage describes the field, and lists the words it accepts.
func (f Field[T]) Usage() string {
	if words := Words(f.Of(new(T)).Choices()); words != nil {
		return f.Help + ": " + strings.Join(words, ", ")
	}
	return f.Help
}

// A Part says how a field of a rule affects what the rule does.
type Part byte

// The parts.
const (
	Matching Part = iota // what the rule is about
	Acting               // what it does about that
	Naming               // its name and origin, without effect
)

// Fields are the fields of a T, in the order shown to people.
type Fields[T any] []Field[T]

// Read reads an object, all of whose members must be fields. what names the value, as in "a rule".
func (fs Fields[T]) Read(what string, v hooks.Value, to *T) *Fault {
	return fs.read(what, "", v, to)
}

func (fs Fields[T]) read(what, in string, v hooks.Value, to *T) *Fault {
	return Members(what, v, func(m hooks.Member) *Fault {
		for i := range fs {
			switch f := &fs[i]; {
			case f.In == in && f.Name == m.Name:
				return f.Of(to).Read(m)
			case in == "" && f.In != "" && f.In == m.Name:
				return fs.read(strconv.Quote(f.In), f.In, m.Value, to)
			}
		}
		return Unknown(m, fs.within(in)...)
	})
}

// within returns the names of the members of the object itself, or of one nested in it.
func (fs Fields[T]) within(in string) (names []string) {
	if in == "" {
		return fs.Members()
	}
	for _, f := range fs {
		if f.In == in {
			names = append(names, f.Name)
		}
	}
	return names
}

// List reads a non-empty array of objects. what names each of them, as in "a condition".
func List[T any](m hooks.Member, what string, fields Fields[T], to *[]T) *Fault {
	if m.Value.Kind() != hooks.Array || m.Value.Len() == 0 {
		return Wrong(m.Value, "%q must be a non-empty array", m.Name)
	}
	for v := range m.Value.Elements() {
		var one T
		if f := fields.Read(what, v, &one); f != nil {
			return f
		}
		*to = append(*to, one)
	}
	return nil
}

// Members returns the names of the top-level members of an object.
func (fs Fields[T]) Members() (names []string) {
	for _, f := range fs {
		if !slices.Contains(names, f.Member()) {
			names = append(names, f.Member())
		}
	}
	return names
}

// Only returns a T with only these parts of another.
func (fs Fields[T]) Only(of T, parts ...Part) (only T) {
	for _, f := range fs {
		if slices.Contains(parts, f.Part) {
			f.Of(&only).Take(f.Of(&of))
		}
	}
	return only
}
