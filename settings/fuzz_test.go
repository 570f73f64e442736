package settings

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func FuzzRoundTrip(f *testing.F) {
	for _, s := range wild {
		f.Add(s, "PreToolUse", "Stop")
	}
	for _, tt := range layouts(f) {
		f.Add(tt.before, "PreToolUse", "a.b|c")
	}
	f.Fuzz(func(t *testing.T, text, first, second string) {
		revert(t, text, first, second)
	})
}

// FuzzOutline does random edits, and compares what a document remembers of
// its containers with what a fresh look at its text finds.
func FuzzOutline(f *testing.F) {
	for _, s := range wild {
		f.Add(s, []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 200, 100, 50})
	}
	f.Add(`{"a":[{"y":[1]},{"y":{}}]}`, []byte{7, 130, 7, 195, 198, 7, 66, 194, 2, 200, 71, 135, 199})
	paths := []Path{{"hooks", "PreToolUse"}, {"hooks", "Stop"}, {"a"}, {"b"}, {"hooks"}, {"b", "x"}, {"a", "0"}, {"a", "1", "y"}}
	f.Fuzz(func(t *testing.T, text string, ops []byte) {
		d, err := Parse([]byte(text))
		if err != nil {
			return
		}
		for _, op := range ops[:min(len(ops), 30)] {
			path := paths[int(op)%len(paths)]
			var next Document
			switch op / 64 {
			case 0:
				next, err = d.Append(path, group)
			case 1:
				next, err = d.Set(path, `[{"y":[1]},{"y":{}}]`)
			case 2:
				next, err = d.Insert(path, int(op)%3, `{"y":{"z":1}}`)
			default:
				next, err = d.Delete(path)
			}
			if err != nil {
				continue
			}
			if _, err = d.container(nil); err != nil && d.Used() { // it can still be used
				t.Fatal(err)
			}
			d = next
			for key, c := range d.outline.known {
				fresh, err := Document{text: d.text}.container(c.path)
				if err != nil || fresh.start != c.start || fresh.end != c.end || !slices.Equal(fresh.items, c.items) {
					t.Fatalf("%s after %d of %q: remembered %+v, found %+v, %v", key, op, d.text, c, fresh, err)
				}
			}
		}
		back, err := d.Revert(d.Edits())
		if err != nil || string(back.Bytes()) != text {
			t.Fatalf("revert: %q, %v; want %q", back.Bytes(), err, text)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range wild {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := Parse(b)
		if err != nil {
			return
		}
		if string(d.Bytes()) != string(b) {
			t.Errorf("Bytes returned something else")
		}
		r, ok := d.Get()
		if ok != (strings.Trim(d.text, space) != "") {
			t.Errorf("there is a root: %v", ok)
		}
		if ok && !json.Valid([]byte(r.Raw)) {
			t.Errorf("accepted what encoding/json refuses: %q", b)
		}
	})
}
