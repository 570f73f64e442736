package strictjson

import "neverask/hooks"

// A Value is a field's place in a T. [Kind.At] returns one.
type Value interface {
	Kind() any  // the *Kind
	Place() any // a pointer into the T
	Read(hooks.Member) *Fault
	Take(Value) // copies the same field of another T
	String() string
	Set(line string)
	Given() bool // reports whether Set can be used
	Choices() []Choice
	Hint() string
}

// At returns a value of this kind at a place.
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
