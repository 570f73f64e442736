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

// cut returns raw without the item i and one separator. gap is the separator
// that went with it: the one before the item, or for the first the one after.
func (c container) cut(i int) (raw, gap string) {
	switch {
	case len(c.items) == 1:
		return c.raw[:1] + c.raw[len(c.raw)-1:], c.inside()
	case i == 0:
		return c.raw[:c.items[0].start] + c.raw[c.items[1].start:], c.before(1)
	default:
		return c.raw[:c.items[i-1].end] + c.raw[c.items[i].end:], c.before(i)
	}
}

// paste returns raw with text as the item at, separated by gap. It is the
// inverse of cut when at least one item is left.
func (c container) paste(at int, text, gap string) string {
	if at == 0 {
		start := c.items[0].start
		return c.raw[:start] + text + gap + c.raw[start:]
	}
	end := c.items[at-1].end
	return c.raw[:end] + gap + text + c.raw[end:]
}

// broken reports whether s holds a line break.
func broken(s string) bool { return strings.Contains(s, "\n") }
