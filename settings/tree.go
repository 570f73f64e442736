package settings

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"neverask/settings/jsontext"
)

// A Tree walks a JSON text level by level, in time that grows only with its length:
// [gjson.Result.ForEach] reads everything inside a value again at each level.
type Tree struct {
	text          string
	opens, closes []int32 // where containers start, in their order, and end
}

// NewTree prepares a JSON text of at most [MaxSize].
func NewTree(text string) Tree {
	t := Tree{text: text}
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = jsontext.StringEnd(text, i) - 1
		case '{', '[':
			open = append(open, len(t.opens))
			t.opens, t.closes = append(t.opens, int32(i)), append(t.closes, int32(len(text)))
		case '}', ']':
			if n := len(open) - 1; n >= 0 {
				t.closes[open[n]] = int32(i + 1)
				open = open[:n]
			}
		}
	}
	return t
}

// Tree returns the tree of the document, whose offsets are those of [Document.Get].
func (d Document) Tree() Tree { return NewTree(d.text) }

// Each calls visit for each member of an object, or element of an array, until it returns
// false. v is a value of the text, with its offset. The keys (of members only) and values
// passed to visit have offsets, too.
func (t Tree) Each(v gjson.Result, visit func(key, value gjson.Result) bool) {
	if !v.IsObject() && !v.IsArray() {
		return
	}
	for i := t.next(v.Index + 1); i < len(t.text) && t.text[i] != '}' && t.text[i] != ']'; {
		var key gjson.Result
		if v.IsObject() {
			key = t.value(i)
			i = t.next(i + len(key.Raw))
		}
		value := t.value(i)
		if !visit(key, value) {
			return
		}
		i = t.next(i + len(value.Raw))
	}
}

// next skips what is between values.
func (t Tree) next(i int) int {
	for i < len(t.text) && strings.IndexByte(space+",:", t.text[i]) >= 0 {
		i++
	}
	return i
}

// value is the value that starts at an offset.
func (t Tree) value(i int) gjson.Result {
	switch t.text[i] {
	case '{', '[':
		n, _ := slices.BinarySearch(t.opens, int32(i))
		return gjson.Result{Type: gjson.JSON, Raw: t.text[i:t.closes[n]], Index: i}
	case '"':
		v := gjson.Parse(t.text[i:jsontext.StringEnd(t.text, i)])
		v.Index = i
		return v
	}
	end := strings.IndexAny(t.text[i:], space+",]}")
	if end < 0 {
		end = len(t.text) - i
	}
	v := gjson.Parse(t.text[i : i+end])
	v.Index = i
	return v
}
