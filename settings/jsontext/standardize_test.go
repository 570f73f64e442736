package jsontext

import (
	"slices"
	"testing"
)

func TestStandardize(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		comments   []string
	}{
		{"{\"a\": 1,\n}", "{\"a\": 1\n}", nil},
		{"{ // x\n\"a\" /*z*/ : [1,2 , /* y */ ] // u\n, }\n// end\n", "{\n\"a\" : [1,2 ]\n}\n", []string{"// x", "/*z*/", "/* y */", "// u", "// end"}},
		{"{/*/ */}/**/", "{}", []string{"/*/ */", "/**/"}},
		{"{\"a\": \"// \\\" /*,}\"}", "{\"a\": \"// \\\" /*,}\"}", nil},
		{"{/* a\n\tb */}", "{}", []string{"/* a\n\tb */"}},
		{"{\"\xff\":1,}", "{\"\xff\":1}", nil},
		{"// a\r\n{\r\n\t// b\r\n\t\"a\": 1, // c\r\n\t/* d */ \"b\": 2 ,\t\r\n\r\n}", "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n\r\n}", []string{"// a", "// b", "// c", "/* d */"}},
		{"{\"a\": [\n  1, /* x */ 2, // y\n  /* z\n  */ 3\n], // \n}", "{\"a\": [\n  1, 2,\n  3\n]\n}", []string{"/* x */", "// y", "/* z\n  */", "//"}},
	} {
		got, comments, err := Standardize(tt.text)
		if err != nil || got != tt.want || !slices.Equal(comments, tt.comments) {
			t.Errorf("%q: got %q, %q, %v", tt.text, got, comments, err)
		}
	}
	for _, bad := range []string{"", "{", "[1,]", "{,}", `{"a":,}`, `{"a":[,]}`, `{"a":1,,}`, `{"a",}`, "{}//", "{} // a\u2028b\n", "{}/* \xff */", "{}/*/", `{"a":"x,}`, "{}/", `{"a":1 /*,*/ , , }`} {
		if got, _, err := Standardize(bad); err == nil {
			t.Errorf("%q became %q", bad, got)
		}
	}
}

func TestUnescape(t *testing.T) {
	for text, want := range map[string]struct {
		r    rune
		size int
	}{
		`\n.`: {'\n', 2}, `\/`: {'/', 2}, `\u00e9x`: {'é', 6}, `\uD83D\uDE00`: {'😀', 12}, `\ud83dx`: {0xd83d, 6}, `\ud83d\u0041`: {0xd83d, 6},
		`\`: {}, ``: {}, `\x`: {}, `\u12`: {}, `\u12g4`: {}, "\\u\x10000": {}, `\N`: {}, `\é`: {},
	} {
		if r, size := Unescape(text); r != want.r && size > 0 || size != want.size {
			t.Errorf("%q: %q, %d", text, r, size)
		}
	}
}

func TestStringEnd(t *testing.T) {
	for text, want := range map[string]int{`""`: 2, `"a" "`: 3, `"\"" `: 4, `"\\"x"`: 4, `"\\\"`: -1, `"`: -1} {
		if got, bytes := StringEnd(text, 0), StringEnd([]byte(text), 0); got != want || bytes != want {
			t.Errorf("%s: %d and %d, want %d", text, got, bytes, want)
		}
	}
	if got := StringEnd([]byte(`\" x" y`), -1); got != 5 {
		t.Errorf("from inside: %d", got)
	}
}
