package toolrule

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"neverask/hooks"
)

// Edit changes one field of the input. Exactly one of Set, Delete and Replace is
// given.
type Edit struct {
	Field   string      `json:"field"`             // a [Path]
	Set     hooks.Value `json:"set,omitzero"`      // any JSON, in place of the field or as a new member
	Delete  bool        `json:"delete,omitempty"`  // removes the field
	Replace string      `json:"replace,omitempty"` // an RE2 expression; every match in the field, a text, becomes With
	With    string      `json:"with,omitempty"`    // $1 or ${1} is what the first group matched, $$ a dollar sign
}

var (
	errMissing = errors.New("the field is missing")
	errNoPlace = errors.New("there is no object to add it to")
	errNotText = errors.New("the field is not a text")
	errDamaged = errors.New("the text cannot be rewritten without loss")
	errTwice   = errors.New("the field occurs twice")
)

// apply returns the input with one field changed, and every other byte unchanged. It fails if the edit does not
// apply.
func (e Edit) apply(input hooks.Value, find func(pattern string) (*regexp.Regexp, error)) (hooks.Value, error) {
	path, err := ParsePath(e.Field)
	if err != nil {
		return input, err
	}
	return change(input, path, func(old hooks.Value) (hooks.Value, error) {
		if e.Replace == "" {
			return e.Set, nil // absent deletes the field
		}
		re, err := find(e.Replace)
		if err != nil {
			return old, err
		}
		return replace(old, re, e.With)
	})
}

func (e Edit) check() error {
	if _, err := ParsePath(e.Field); err != nil {
		return err
	}
	given := 0
	for _, is := range [...]bool{e.Set.Kind() != hooks.Absent, e.Delete, e.Replace != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return errors.New(`one of "set", "delete" and "replace" must be given`)
	case e.With != "" && e.Replace == "":
		return errors.New(`"with" needs "replace"`)
	}
	return nil
}

// String says what the edit does to the input.
func (e Edit) String() string {
	switch {
	case e.Delete:
		return "deletes " + e.Field
	case e.Replace != "":
		return fmt.Sprintf("replaces /%s/ in %s by %q", e.Replace, e.Field, e.With)
	}
	return "sets " + e.Field + " to " + e.Set.Raw()
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
		return old, nil // keep its spelling
	case strings.ContainsRune(text, '\ufffd'):
		// Half a surrogate pair decodes to this, and would be lost.
		return old, errDamaged
	}
	return hooks.StringOf(changed), nil
}

// change replaces the field at a path by the result of edit; absent deletes it. Everything around the field keeps its
// bytes.
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
	value      hooks.Value // absent if there is none
	start, end int         // of the member, name included, or of the element
	next       int         // where the next one starts, or 0
	before     int         // where the previous one ends, or 0
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
