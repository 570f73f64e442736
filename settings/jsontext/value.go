package jsontext

import (
	"fmt"
	"iter"
	"strconv"
)

// Kind is the type of a JSON value.
type Kind byte

// The kinds of JSON values. Absent is the kind of the zero Value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is one JSON value as written. It comes from [Parse] or from another Value, so it
// always holds valid JSON; the zero Value stands for an absent member. Values are decoded only
// when asked for: a document of 16 MB costs one pass and no memory.
type Value struct {
	raw    string
	offset int
}

// Member is one name and value of an object.
type Member struct {
	Name   string
	Value  Value
	Offset int // of the name, in bytes from the start of the document
}

// Parse checks that the document is exactly one JSON value in valid UTF-8, nested
// at most [MaxDepth] deep, and returns it. The error is a [*SyntaxError].
func Parse[T string | []byte](document T) (Value, error) {
	return check(string(document), 0)
}

// ParseMembers is [Parse] for a document that is read once: it passes on the members of the
// document's object as it finds them. After an error, discard them.
func ParseMembers[T string | []byte](document T, take func(Member)) error {
	_, err := (&scanner{b: string(document), take: take}).document()
	return err
}

// Known returns a text that is known to be JSON, without surrounding space, as a value.
func Known(text string) Value { return Value{raw: text} }

// Kind returns the type of v.
func (v Value) Kind() Kind {
	if len(v.raw) == 0 {
		return Absent
	}
	switch v.raw[0] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	}
	return Number
}

// Raw returns v as it was written, without surrounding space.
func (v Value) Raw() string { return v.raw }

// Offset is where v starts, in bytes from the start of the parsed document.
func (v Value) Offset() int { return v.offset }

// Text returns the decoded string, and whether v is a string.
func (v Value) Text() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	return unquote(v.raw), true
}

// String returns the decoded string, or "" if v is not a string.
func (v Value) String() string {
	s, _ := v.Text()
	return s
}

// IsTrue reports whether v is the literal true.
func (v Value) IsTrue() bool { return len(v.raw) > 0 && v.raw[0] == 't' }

// Int returns a number that was written as an integer, and whether v is one that fits in an
// int64.
func (v Value) Int() (int64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	n, err := strconv.ParseInt(v.raw, 10, 64)
	return n, err == nil
}

// Float returns a number, and whether v is one that fits in a float64.
func (v Value) Float() (float64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.raw, 64)
	return n, err == nil
}

// MarshalJSON returns v as it was written, for encoding/json; null when absent.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Kind() == Absent {
		return []byte("null"), nil
	}
	return []byte(v.raw), nil
}

// UnmarshalJSON keeps the text that encoding/json found.
func (v *Value) UnmarshalJSON(b []byte) (err error) {
	*v, err = Parse(b)
	if err != nil {
		return fmt.Errorf("keep a JSON value: %w", err)
	}
	return nil
}

// Members yields the members of an object in the order they were written, and
// nothing when v is of another kind.
func (v Value) Members() iter.Seq[Member] {
	return func(yield func(Member) bool) {
		if v.Kind() != Object {
			return
		}
		s := scanner{b: v.raw, i: 1}
		for s.space(); s.b[s.i] != '}'; s.space() {
			if s.b[s.i] == ',' {
				s.i++
				s.space()
			}
			at := v.offset + s.i
			name := s.skip()
			s.space()
			s.i++ // the colon
			s.space()
			start := s.i
			value := Value{raw: s.skip(), offset: v.offset + start}
			if !yield(Member{Name: unquote(name), Value: value, Offset: at}) {
				return
			}
		}
	}
}

// Elements yields the elements of an array, and nothing when v is of another
// kind.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		s := scanner{b: v.raw, i: 1}
		for s.space(); s.b[s.i] != ']'; s.space() {
			if s.b[s.i] == ',' {
				s.i++
				s.space()
			}
			start := s.i
			if !yield(Value{raw: s.skip(), offset: v.offset + start}) {
				return
			}
		}
	}
}

// Texts returns the strings in an array, and skips all other elements.
func (v Value) Texts() (all []string) {
	for e := range v.Elements() {
		if s, ok := e.Text(); ok {
			all = append(all, s)
		}
	}
	return all
}

// Get returns the member of an object with exactly that name. A name that occurs twice counts
// as absent, since readers disagree about which one counts.
func (v Value) Get(name string) Value {
	var found Value
	seen := 0
	for m := range v.Members() {
		if m.Name == name {
			found = m.Value
			seen++
		}
	}
	if seen != 1 {
		return Value{}
	}
	return found
}

// Last returns the member of an object with exactly that name as JavaScript reads it: the last
// of several counts.
func (v Value) Last(name string) (found Value) {
	for m := range v.Members() {
		if m.Name == name {
			found = m.Value
		}
	}
	return found
}

// Duplicate returns the first member of an object whose name occurred before.
func (v Value) Duplicate() (m Member, found bool) {
	var room [few]name
	own := names{few: room[:0]}
	for m := range v.Members() {
		var earlier int
		if own, earlier = own.with(m.Name, m.Offset); earlier >= 0 {
			return m, true
		}
	}
	return Member{}, false
}

// Len counts the elements of an array or the members of an object.
func (v Value) Len() int {
	n := 0
	for range v.Elements() {
		n++
	}
	for range v.Members() {
		n++
	}
	return n
}

// StringOf returns s as a JSON string.
func StringOf(s string) Value { return Value{raw: string(AppendString(nil, s))} }

// BoolOf returns b as a JSON literal.
func BoolOf(b bool) Value {
	if b {
		return Value{raw: "true"}
	}
	return Value{raw: "false"}
}

// IntOf returns n as a JSON number.
func IntOf(n int64) Value { return Value{raw: strconv.FormatInt(n, 10)} }
