package doctor

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/tidwall/gjson"

	"neverask/settings"
)

// A double is a member whose name comes again in the same object.
type double struct {
	path           settings.Path
	start, end     int // with the comma behind it, which there always is
	line, lastLine int
	raw            string
	same           bool // as the last one, but for layout
}

// findDoubles finds the members that the client does not use because of a later
// one, in the order of the text.
func findDoubles(b []byte) (found []double) {
	text := string(b)
	var walk func(v gjson.Result, path settings.Path)
	walk = func(v gjson.Result, path settings.Path) {
		type member struct{ key, value gjson.Result }
		var members []member
		v.ForEach(func(key, value gjson.Result) bool {
			members = append(members, member{key, value})
			return true
		})
		for i, m := range members {
			if !v.IsObject() {
				if m.value.IsObject() || m.value.IsArray() {
					walk(m.value, append(slices.Clip(path), itoa(i)))
				}
				continue
			}
			last := i
			for j := i + 1; j < len(members); j++ {
				if members[j].key.Str == m.key.Str {
					last = j
				}
			}
			at := append(slices.Clip(path), m.key.Str)
			if last == i {
				if m.value.IsObject() || m.value.IsArray() {
					walk(m.value, at)
				}
				continue
			}
			start, end := m.key.Index, members[i+1].key.Index
			found = append(found, double{at, start, end, line(b, start), line(b, members[last].key.Index), m.value.Raw, alike(m.value.Raw, members[last].value.Raw)})
		}
	}
	lead := bytes.IndexByte(b, '{')
	root := gjson.Parse(text[lead:])
	root.Index = lead
	walk(root, nil)
	return found
}

func itoa(i int) string { b, _ := json.Marshal(i); return string(b) }

func line(b []byte, offset int) int { return bytes.Count(b[:min(offset, len(b))], []byte("\n")) + 1 }

func alike(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// without takes the doubles out of a text. A nested one inside another double is
// gone with it.
func without(b []byte, doubles []double) []byte {
	var out []byte
	at := 0
	for _, d := range doubles {
		if d.start < at {
			continue
		}
		out = append(out, b[at:d.start]...)
		at = d.end
	}
	return append(out, b[at:]...)
}
