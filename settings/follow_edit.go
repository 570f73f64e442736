package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Follow updates the path of an edit, because the array element that it leads through may have
// moved. If the element is gone, the error wraps ErrInTheWay: the edit is not about the one now
// in its place.
func (d Document) Follow(e Edit) (Edit, error) {
	if e.In == "" && e.Of == "" {
		e.Of = idOn(d, e)
	}
	if e.Of != "" {
		return d.toID(e)
	}
	return d.toEnclosure(e)
}

// idKey is the member that identifies an array element in neverask's own files.
const idKey = "id"

// idOn is the ID of the first array element with an ID on the path of an edit; "" if there
// is none, and if the edit changes the ID itself.
func idOn(d Document, e Edit) string {
	for at := range e.Path {
		array, err := d.container(e.Path[:at])
		if err != nil || array.object || at == len(e.Path)-1 && e.Key == idKey {
			continue
		}
		if id := array.id(array.find(e.Path[at])); id != "" {
			return id
		}
	}
	return ""
}

// id is the ID of an element, as JSON; "" if it has none, or does not exist.
func (c container) id(i int) string {
	if i < 0 || i >= len(c.items) {
		return ""
	}
	return gjson.Get(c.value(i), idKey).Raw
}

// toID leads an edit to the array element with its ID.
func (d Document) toID(e Edit) (Edit, error) {
	for at := range e.Path {
		array, err := d.container(e.Path[:at])
		if err != nil || array.object {
			continue
		}
		if SameValue(array.id(array.find(e.Path[at])), e.Of) {
			return e, nil
		}
		for i := range array.items {
			if SameValue(array.id(i), e.Of) {
				e.Path = slices.Concat(e.Path[:at], Path{strconv.Itoa(i)}, e.Path[at+1:])
				return e, nil
			}
		}
	}
	return e, fmt.Errorf("%s: the element with the ID %s is gone: %w", e.Path, e.Of, ErrInTheWay)
}

// toEnclosure leads an edit to the array element that is unchanged apart from the edited member.
func (d Document) toEnclosure(e Edit) (Edit, error) {
	at := len(e.Path) - 1
	key := e.Key
	for ; at >= 0; at-- {
		if array, err := d.container(e.Path[:at]); err == nil && !array.object {
			break
		}
		key = e.Path[at]
	}
	if at < 0 {
		return e, nil
	}
	if e.In == "" {
		e.In = d.enclosure(e.Path[:at+1], key)
		return e, nil
	}
	if d.enclosure(e.Path[:at+1], key) == e.In {
		return e, nil
	}
	array, err := d.container(e.Path[:at])
	if err != nil {
		return e, fmt.Errorf("%w: %w", err, ErrInTheWay)
	}
	var alike []int
	for i := range array.items {
		if d.enclosure(append(e.Path[:at:at], strconv.Itoa(i)), key) == e.In {
			alike = append(alike, i)
		}
	}
	if len(alike) == 1 {
		e.Path = slices.Concat(e.Path[:at], Path{strconv.Itoa(alike[0])}, e.Path[at+1:])
		return e, nil
	}
	if c, err := d.container(e.Path); e.Added() && err == nil && c.holds(e.Behind) {
		return e, nil
	}
	return e, fmt.Errorf("%s: the element that held it is gone or was changed: %w", e.Path, ErrInTheWay)
}

// enclosure is the mark of the object at path, leaving out one member; "" if there is no object.
func (d Document) enclosure(path Path, without string) string {
	c, err := d.container(path)
	if err != nil || !c.object {
		return ""
	}
	var others []string
	for i, it := range c.items {
		if it.name != without {
			others = append(others, Quote(it.name)+":"+c.value(i))
		}
	}
	return mark("{" + strings.Join(others, ",") + "}")
}

// holds reports whether an element of an array has a mark.
func (c container) holds(element string) bool {
	for i := range c.items {
		if !c.object && element != "" && mark(c.value(i)) == element {
			return true
		}
	}
	return false
}
