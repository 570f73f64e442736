package settings

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// container is an object or an array of a document with the places of its
// items, as offsets into raw.
type container struct {
	path   Path
	value  gjson.Result
	raw    string
	object bool
	items  []item
}

// item is a member (with its name) or an element.
type item struct {
	name       string
	start, end int
	value      gjson.Result
}

func (d Document) container(path Path) (container, error) {
	r, ok := d.Get(path...)
	if !ok {
		return container{}, fmt.Errorf("%s: no such value", path)
	}
	if !r.IsObject() && !r.IsArray() {
		return container{}, fmt.Errorf("%s: %s is neither an object nor an array", path, r.Raw)
	}
	c := container{path: path, value: r, raw: r.Raw, object: r.IsObject()}
	r.ForEach(func(k, v gjson.Result) bool {
		it := item{start: v.Index - r.Index, value: v}
		it.end = it.start + len(v.Raw)
		if c.object {
			it.name, it.start = k.Str, k.Index-r.Index
		}
		c.items = append(c.items, it)
		return true
	})
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
	for i, it := range c.items {
		if it.name == key {
			return i
		}
	}
	return -1
}

// text returns an item as it stands in the file, a member with its name.
func (c container) text(i int) string { return c.raw[c.items[i].start:c.items[i].end] }

// inside returns what stands between the brackets.
func (c container) inside() string { return c.raw[1 : len(c.raw)-1] }

// before returns the text between the item i and what stands before it: the
// opening bracket, or the item i-1 (then it holds the comma). With i one past
// the last item it ends at the closing bracket.
func (c container) before(i int) string {
	from, to := 1, len(c.raw)-1
	if i > 0 {
		from = c.items[i-1].end
	}
	if i < len(c.items) {
		to = c.items[i].start
	}
	return c.raw[from:to]
}

// around returns the range of raw that the item i takes with its separator,
// the one before it, or for the first the one after.
func (c container) around(i int) (from, to int) {
	if i > 0 {
		return c.items[i-1].end, c.items[i].end
	}
	return c.items[0].start, c.items[1].start
}

// broken reports whether s holds a line break.
func broken(s string) bool { return strings.Contains(s, "\n") }
