package strictjson

import (
	"slices"
	"strconv"
	"strings"

	"neverask/hooks"
)

// A Field is one thing that can be said in the objects that a T is read from. The
// table of the fields of a T is the one place where they are listed: what reads,
// writes, compares, shows, asks for or describes a T goes through it. What a field
// does to a T is decided where the T is used.
type Field[T any] struct {
	In, Name string // the member, and the member of the object that has it, if that is not the object itself
	Label    string // what a person calls it: the name of its flag, its line in a form
	Help     string // what it says, in part of a sentence
	Part     Part
	// Of is where a T keeps it.
	Of func(*T) Value
}

// Member is the name of the member of the object itself.
func (f Field[T]) Member() string {
	if f.In != "" {
		return f.In
	}
	return f.Name
}

// Usage describes the field, with the words that it may hold.
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
	Naming               // what it is called and where it comes from, which does nothing
)

// A Kind is how the fields of one kind are read and put into words.
type Kind[V any] struct {
	Read    func(hooks.Member, *V) *Fault // takes the value from a file
	Line    func(V) string                // the value on a line of text, "" when there is none
	Parse   func(string) V                // what Line returns, and what else a person may mean; nil where they give no line
	Choices []Choice                      // all that the value can be, where that is a few words
	Hint    string                        // how the line is to be written, if a person must be told
}

// A Choice is one of a few words.
type Choice struct{ Word, About string }

// Words are the words of choices.
func Words(choices []Choice) (words []string) {
	for _, c := range choices {
		words = append(words, c.Word)
	}
	return words
}

// Explain says what a word among choices means.
func Explain(choices []Choice, word string) string {
	for _, c := range choices {
		if c.Word == word {
			return c.About
		}
	}
	return ""
}

// A Value is where a field is kept. It is made by [Kind.At].
type Value interface {
	Kind() any  // the *Kind
	Place() any // a pointer to where the T has it
	Read(hooks.Member) *Fault
	Take(Value) // the value of the same field of another T
	String() string
	Set(line string)
	Given() bool // reports whether there is a Set
	Choices() []Choice
	Hint() string
}

// At is a value of the kind at its place.
func (k *Kind[V]) At(place *V) Value { return at[V]{k, place} }

type at[V any] struct {
	kind  *Kind[V]
	place *V
}

func (a at[V]) Kind() any                  { return a.kind }
func (a at[V]) Place() any                 { return a.place }
func (a at[V]) Read(m hooks.Member) *Fault { return a.kind.Read(m, a.place) }
func (a at[V]) Take(from Value)            { *a.place = *from.(at[V]).place }
func (a at[V]) String() string             { return a.kind.Line(*a.place) }
func (a at[V]) Set(line string)            { *a.place = a.kind.Parse(line) }
func (a at[V]) Given() bool                { return a.kind.Parse != nil }
func (a at[V]) Choices() []Choice          { return a.kind.Choices }
func (a at[V]) Hint() string               { return a.kind.Hint }

// Fields are the fields of a T, in the order in which a person sees them.
type Fields[T any] []Field[T]

// Read reads the members of an object, all of which must be fields. what is the
// value in words, as in "a rule".
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

// within are the names of the members of the object itself, or of one in it.
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

// List reads an array of objects, which is not empty. what is each of them in words.
func List[T any](m hooks.Member, what string, fields Fields[T], to *[]T) *Fault {
	if m.Value.Kind() != hooks.Array || m.Value.Len() == 0 {
		return Wrong(m.Value, "%q must be an array that is not empty", m.Name)
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

// Members are the names of the members of an object.
func (fs Fields[T]) Members() (names []string) {
	for _, f := range fs {
		if !slices.Contains(names, f.Member()) {
			names = append(names, f.Member())
		}
	}
	return names
}

// Only is a T that has nothing but some parts of another.
func (fs Fields[T]) Only(of T, parts ...Part) (only T) {
	for _, f := range fs {
		if slices.Contains(parts, f.Part) {
			f.Of(&only).Take(f.Of(&of))
		}
	}
	return only
}
