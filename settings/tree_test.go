package settings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// TestTree: it finds what gjson finds, at the same places.
func TestTree(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{}`, `[]`, `{ }`, `[ [ ], { } ]`, `{"a":1,"b":[true,false,null,-1.5e+3,"x"],"c":{"d":{"e":[[[]]]}}}`,
		"\n{\n\t\"a\\\"]\" : \"}\\\\\" ,\r\n \"\\u00e9\": [ \"[\" , {\"\" : 0 } ] , \"a\\\"]\": 2\n}\n", `{"a":{"a":{"a":1},"b":2},"b":[1,[2,[3]],4]}`,
	} {
		root := gjson.Parse(strings.TrimSpace(text))
		root.Index = strings.IndexAny(text, "{[")
		tree := NewTree(text)
		var walk func(each func(gjson.Result, func(key, value gjson.Result) bool), v gjson.Result) string
		walk = func(each func(gjson.Result, func(key, value gjson.Result) bool), v gjson.Result) string {
			var said strings.Builder
			each(v, func(key, value gjson.Result) bool {
				fmt.Fprintf(&said, "%q %d: %s %q %d\n", key.Str, key.Index, value.Type, value.Raw, value.Index)
				said.WriteString(walk(each, value))
				return true
			})
			return said.String()
		}
		want := walk(func(v gjson.Result, visit func(key, value gjson.Result) bool) {
			if v.IsObject() || v.IsArray() {
				v.ForEach(visit)
			}
		}, root)
		if got := walk(tree.Each, root); got != want {
			t.Errorf("%s: got\n%swant\n%s", text, got, want)
		}
	}
}
