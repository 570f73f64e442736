package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// container is an object or array of a document, with the positions of its items. All
// positions are offsets into the document's text.
type container struct {
	text       string
	path       Path
	start, end int // from the opening bracket to after the closing one
	object     bool
	items      []item
}

// item is a member, which starts at its name, or an element.
type item struct {
	name              string
	start, value, end int
}

// shifted moves everything at or after an offset.
func (c container) shifted(from, delta int) container {
	move := func(offset int) int {
		if offset >= from {
			return offset + delta
		}
		return offset
	}
	c.start, c.end = move(c.start), move(c.end)
	c.items = slices.Clone(c.items)
	for i, it := range c.items {
		c.items[i] = item{it.name, move(it.start), move(it.value), move(it.end)}
	}
	return c
}

// container finds the object or array at path.
func (d Document) container(path Path) (container, error) {
	if c, ok := d.outline.get(path); ok {
		c.text = d.text
		return c, nil
	}
	start := len(d.text) - len(strings.TrimLeft(d.text, space))
	end := len(strings.TrimRight(d.text, space))
	if len(path) > 0 {
		parent, err := d.container(path[:len(path)-1])
		if err != nil {
			return container{}, err
		}
		i := parent.find(path[len(path)-1])
		if i < 0 {
			return container{}, fmt.Errorf("%s: no such value", path)
		}
		start, end = parent.items[i].value, parent.items[i].end
	}
	if start >= end || d.text[start] != '{' && d.text[start] != '[' {
		return container{}, fmt.Errorf("%s: neither an object nor an array", path)
	}
	c := container{text: d.text, path: slices.Clone(path), start: start, end: end, object: d.text[start] == '{'}
	r := gjson.Parse(d.text[start:end])
	r.Index = start
	r.ForEach(func(k, v gjson.Result) bool {
		it := item{start: v.Index, value: v.Index, end: v.Index + len(v.Raw)}
		if c.object {
			it.name, it.start = k.Str, k.Index
		}
		c.items = append(c.items, it)
		return true
	})
	d.outline.add(c)
	return c, nil
}

// find returns the position of a member name or of a decimal index, or -1.
func (c container) find(key string) int {
	if !c.object {
		if n, err := strconv.Atoi(key); err == nil && n >= 0 && n < len(c.items) {
			return n
		}
		return -1
	}
	return slices.IndexFunc(c.items, func(it item) bool { return it.name == key })
}

// item returns an item as in the file, a member with its name.
func (c container) item(i int) string { return c.text[c.items[i].start:c.items[i].end] }

// value returns the JSON text of an item's value.
func (c container) value(i int) string { return c.text[c.items[i].value:c.items[i].end] }

// inside returns the text between the brackets.
func (c container) inside() string { return c.text[c.start+1 : c.end-1] }

// before returns the text between item i and what comes before it: the opening bracket,
// or item i-1 (then the text contains the comma).
func (c container) before(i int) string {
	if i == 0 {
		return c.text[c.start+1 : c.items[0].start]
	}
	return c.text[c.items[i-1].end:c.items[i].start]
}

// around returns the range of item i with its separator: the one before it, or for the
// first item the one after.
func (c container) around(i int) (from, to int) {
	if i > 0 {
		return c.items[i-1].end, c.items[i].end
	}
	return c.items[0].start, c.items[1].start
}

// broken reports whether s contains a line break.
func broken(s string) bool { return strings.Contains(s, "\n") }
