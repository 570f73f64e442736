package kit

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// A Find is the words that a list is filtered by, and whether they are being typed.
type Find struct {
	Line   Input
	Active bool
}

// Typing is the line while it is typed, or nil.
func (f *Find) Typing() *Input {
	if f.Active {
		return &f.Line
	}
	return nil
}

// Needle is what is looked for.
func (f *Find) Needle() Needle { return NewNeedle(f.Line.Text) }

// Binding is the key that begins to type.
func (f *Find) Binding() Binding {
	return Bind("find", func(*Model) tea.Cmd { f.Active = true; return nil }, "/").Means("filter by words")
}

// Next is the value after another one in a list, or the zero value after the last one.
func Next[T comparable](all []T, now T) (next T) {
	if i := slices.Index(all, now) + 1; i < len(all) {
		next = all[i]
	}
	return next
}
