package toolrule

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"neverask/hooks"
)

var (
	errMissing = errors.New("the field is not there")
	errNoPlace = errors.New("there is no object to put it into")
	errNotText = errors.New("the field is not a text")
	errDamaged = errors.New("the text cannot be written again as it was")
	errTwice   = errors.New("the field is there twice")
)

// apply returns the input with one field changed, and every other byte as it was
// written. It fails when the edit does not apply.
func (e Edit) apply(input hooks.Value, find func(pattern string) (*regexp.Regexp, error)) (hooks.Value, error) {
	path, err := ParsePath(e.Field)
	if err != nil {
		return input, err
	}
	return change(input, path, func(old hooks.Value) (hooks.Value, error) {
		if e.Replace == "" {
			return e.Set, nil // absent where the field is to be deleted
		}
		re, err := find(e.Replace)
		if err != nil {
			return old, err
		}
		return replace(old, re, e.With)
	})
}

func replace(old hooks.Value, re *regexp.Regexp, with string) (hooks.Value, error) {
	text, ok := old.Text()
	switch {
	case old.Kind() == hooks.Absent:
		return old, errMissing
	case !ok:
		return old, errNotText
	}
	changed := re.ReplaceAllString(text, with)
	switch {
	case changed == text:
		return old, nil // in its own spelling
	case strings.ContainsRune(text, '\ufffd'):
		// Half of a surrogate pair is read as this; it would be lost.
		return old, errDamaged
	}
	return hooks.StringOf(changed), nil
}

// change replaces the field at a path by what edit makes of it; absent takes it
// out. What is around the field keeps its bytes.
func change(v hooks.Value, path Path, edit func(hooks.Value) (hooks.Value, error)) (hooks.Value, error) {
	if v.Kind() != hooks.Object && v.Kind() != hooks.Array {
		return v, errNoPlace
	}
	at, err := locate(v, path[0])
	if err != nil {
		return v, err
	}
	var now hooks.Value
	if len(path) == 1 {
		now, err = edit(at.value)
	} else if at.value.Kind() == hooks.Absent {
		err = errNoPlace
	} else {
		now, err = change(at.value, path[1:], edit)
	}
	if err != nil || now.Raw() == at.value.Raw() {
		return v, err
	}
	return at.put(v, path[0], now)
}

// place is the position of a member or an element in the text of its container.
type place struct {
	value      hooks.Value // absent when it is not there
	start, end int         // of the member with its name, or of the element
	next       int         // where the one after it starts, 0 when there is none
	before     int         // where the one before it ends, 0 when there is none
}

func locate(v hooks.Value, name string) (place, error) {
	var at place
	seen, before := 0, 0
	common := func(found bool, start int, value hooks.Value) {
		start, end := start-v.Offset(), value.Offset()+len(value.Raw())-v.Offset()
		if found {
			seen++
			at = place{value: value, start: start, end: end, before: before}
		} else if seen > 0 && at.next == 0 {
			at.next = start
		}
		before = end
	}
	for m := range v.Members() {
		common(m.Name == name, m.Offset, m.Value)
	}
	index, ok := position(name)
	i := 0
	for e := range v.Elements() {
		common(ok && i == index, e.Offset(), e)
		i++
	}
	switch {
	case seen > 1:
		return at, errTwice
	case seen == 0 && v.Kind() == hooks.Array:
		return at, errMissing
	}
	return at, nil
}

// put writes a value into the text of an object or an array.
func (at place) put(v hooks.Value, name string, now hooks.Value) (hooks.Value, error) {
	raw := v.Raw()
	switch {
	case at.value.Kind() == hooks.Absent:
		return v.With(name, now)
	case now.Kind() != hooks.Absent:
		from := at.value.Offset() - v.Offset()
		raw = raw[:from] + now.Raw() + raw[at.end:]
	case at.before > 0:
		raw = raw[:at.before] + raw[at.end:]
	case at.next > 0:
		raw = raw[:at.start] + raw[at.next:]
	default:
		raw = raw[:at.start] + raw[at.end:]
	}
	changed, err := hooks.Parse(raw)
	if err != nil {
		return v, fmt.Errorf("patch: %w", err)
	}
	return changed, nil
}
