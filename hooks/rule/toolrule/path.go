package toolrule

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"neverask/hooks"
)

// Path names a field of a tool's input: the names of members and, in an array, positions counted from 0.
type Path []string

// ParsePath reads a path as rules spell it: names and positions separated by
// dots, "questions.0.text". A dot within a name is written "\.", a backslash "\\".
func ParsePath(text string) (Path, error) {
	if text == "" {
		return nil, errors.New(`"field" is missing`)
	}
	var path Path
	var name strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '.' || text[i+1] == '\\'):
			i++
			name.WriteByte(text[i])
		case c == '\\':
			return nil, errors.New(`"field": a backslash must precede a dot or a backslash`)
		case c == '.':
			path = append(path, name.String())
			name.Reset()
		default:
			name.WriteByte(c)
		}
	}
	path = append(path, name.String())
	if slices.Contains(path, "") {
		return nil, errors.New(`"field": a name is empty`)
	}
	return path, nil
}

// Find returns the field, or absent if there is none. A name that occurs twice counts as absent.
func (p Path) Find(v hooks.Value) hooks.Value {
	for _, name := range p {
		v = step(v, name)
	}
	return v
}

func step(v hooks.Value, name string) hooks.Value {
	if v.Kind() != hooks.Array {
		return v.Get(name)
	}
	at, ok := position(name)
	i := 0
	for e := range v.Elements() {
		if ok && i == at {
			return e
		}
		i++
	}
	return hooks.Value{}
}

// position reads a place in an array.
func position(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == name
}

// text returns a field as patterns see it: a string decoded; a number, true or false as spelt.
func text(v hooks.Value) (string, bool) {
	switch v.Kind() {
	case hooks.String:
		return v.String(), true
	case hooks.Number, hooks.Bool:
		return v.Raw(), true
	}
	return "", false
}
