package settings

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"
)

// A Duplicate is a member whose name occurs again later in the same object.
type Duplicate struct {
	Path           Path
	Line, LastLine int // of this one, and of the last one of its name
	Raw            string
	Same           bool // equal to the last one, apart from layout

	start, end int // with the comma after it, which is always there
	lastAt     int // where the last one starts
}

// Duplicates finds, in the order of the text, the members of a JSON object that the client ignores
// because of a later one. Its time and memory grow only with the length of the text, not with
// its depth.
func Duplicates(b []byte) (found []Duplicate) {
	text := string(b)
	tree := NewTree(text)
	var path Path // of the current value
	var walk func(v gjson.Result)
	walk = func(v gjson.Result) {
		type member struct{ key, value gjson.Result }
		var members []member
		last := map[string]int{}
		i := -1
		tree.Each(v, func(key, value gjson.Result) bool {
			i++
			if v.IsObject() {
				last[key.Str] = len(members)
				members = append(members, member{key, value})
			} else if value.IsObject() || value.IsArray() {
				path = append(path, strconv.Itoa(i))
				walk(value)
				path = path[:len(path)-1]
			}
			return true
		})
		kept := map[int]any{} // the decoded values of last ones
		for i, m := range members {
			path = append(path, m.key.Str)
			if n := last[m.key.Str]; n != i {
				found = append(found,
					Duplicate{Path: shortened(path), start: m.key.Index, end: members[i+1].key.Index, lastAt: members[n].key.Index,
						Raw: m.value.Raw, Same: alike(m.value.Raw, members[n].value.Raw, n, kept)})
			} else if m.value.IsObject() || m.value.IsArray() {
				walk(m.value)
			}
			path = path[:len(path)-1]
		}
	}
	lead := bytes.IndexByte(b, '{')
	root := gjson.Parse(text[lead:])
	root.Index = lead
	walk(root)
	lines := linesOf(b, found)
	for i, d := range found {
		found[i].Line, found[i].LastLine = lines[d.start], lines[d.lastAt]
	}
	return found
}

// alike reports whether a member has the same value as the last one of its name, whose decoded
// value is kept. A last one that is much longer is not decoded: in a deep text, each may hold all
// the rest of the text.
func alike(raw, last string, n int, kept map[int]any) bool {
	if raw == last {
		return true
	}
	if len(last) > 16*len(raw)+64 {
		return false
	}
	if _, there := kept[n]; !there {
		kept[n] = decodeJSON(last)
	}
	return reflect.DeepEqual(decodeJSON(raw), kept[n])
}

// shortened copies a path, a very long one without its middle: there may be as many paths as
// bytes.
func shortened(path Path) Path {
	const ends = 8
	if len(path) <= 2*ends {
		return slices.Clone(path)
	}
	return slices.Concat(path[:ends], Path{"…"}, path[len(path)-ends:])
}

// linesOf maps the offsets of duplicates to lines, counted from 1.
func linesOf(b []byte, duplicates []Duplicate) map[int]int {
	var offsets []int
	for _, d := range duplicates {
		offsets = append(offsets, d.start, d.lastAt)
	}
	slices.Sort(offsets)
	lines := map[int]int{}
	line, at := 1, 0
	for _, offset := range offsets {
		line += bytes.Count(b[at:offset], []byte("\n"))
		at, lines[offset] = offset, line
	}
	return lines
}

func decodeJSON(raw string) (v any) {
	_ = json.Unmarshal([]byte(raw), &v) // it is a part of valid JSON
	return v
}

// WithoutDuplicates removes the duplicates from a text. A duplicate inside another one goes with it.
func WithoutDuplicates(b []byte, duplicates []Duplicate) []byte {
	return replaceDuplicates(b, duplicates, func(byte) string { return "" })
}

// ParseLast is [Parse] for JSON with duplicate names: as for Claude Code, the last one counts.
// Blanks replace the others, so that lines stay the same. The document is not for editing.
func ParseLast(b []byte) (Document, error) {
	lead := bytes.IndexByte(b, '{')
	if lead < 0 || !json.Valid(b[lead:]) {
		return Parse(b)
	}
	return Parse(replaceDuplicates(b, Duplicates(b), func(c byte) string {
		if c == '\n' || c == '\r' {
			return string(c)
		}
		return " "
	}))
}

// replaceDuplicates replaces each byte of a text's duplicates.
func replaceDuplicates(b []byte, duplicates []Duplicate, by func(byte) string) []byte {
	var out []byte
	at := 0
	for _, d := range duplicates {
		if d.start < at {
			continue
		}
		out = append(out, b[at:d.start]...)
		for _, c := range b[d.start:d.end] {
			out = append(out, by(c)...)
		}
		at = d.end
	}
	return append(out, b[at:]...)
}
