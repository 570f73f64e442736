package settings

import "testing"

func TestSameValue(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":1,"b":"<"}`, `{ "b" : "\u003c", "a" : 1 }`, true},
		{`1.50`, `1.5`, false},
		{"\"\x9c\"", "\"\x9d\"", false},
		{"{\"a\":\"\x9c\"}", "{\"a\":\"\x9c\"}", true},
		{`"\ud800"`, `"\uD801"`, false},
		{`"\ud800"`, "\"\ufffd\"", false},
		{`{"a":"\ud83d\ude00"}`, `{ "a":"😀"}`, true},
		{"{\"a\":\"\ufffd\"}", `{ "a":"\ufffd"}`, true},
		{`{`, `{ `, false},
	} {
		if got := SameValue(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
		if got := SameValue(c.b, c.a); got != c.same {
			t.Errorf("%q and %q: %v", c.b, c.a, got)
		}
	}
}
