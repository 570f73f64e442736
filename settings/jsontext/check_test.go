package jsontext

import (
	"fmt"
	"strings"
	"testing"
)

// TestCheckModes: what each mode refuses or accepts besides, and where a fault begins.
func TestCheckModes(t *testing.T) {
	var many strings.Builder
	for i := range 3 * few {
		fmt.Fprintf(&many, `"n%d":{"a":%d},`, i, i)
	}
	for _, tt := range []struct {
		text          string
		mode          Mode
		message       string
		offset, start int
	}{
		{`{"a":1,"\u0061":2}`, 0, "", 0, 0},
		{`{"a":1,"\u0061":2}`, UniqueNames, NameTwice, 7, 1},
		{`{"a":{"a":[{"b":1},{"b":2}]},"b":{"a":1}}`, UniqueNames, "", 0, 0},
		{`{"a":{"c":1,"d":2},"b":{"c":3},"a":4}`, UniqueNames, NameTwice, 31, 1},
		{"{" + many.String() + `"z":1}`, UniqueNames, "", 0, 0},
		{"{" + many.String() + `"n2":1}`, UniqueNames, NameTwice, many.Len() + 1, strings.Index(many.String(), `"n2"`) + 1},
		{"{" + many.String() + `"z":1,"z":2}`, UniqueNames, NameTwice, many.Len() + 7, many.Len() + 1},
		{`{"a":1,"a":2,}`, UniqueNames, NameTwice, 7, 1},
		{"[\"a\xff\"]", 0, NoUTF8, 3, 1},
		{"[\"a\xff\"]", AnyBytes, "", 0, 0},
		{"[\xff]", AnyBytes, NoValue, 1, 1},
		{`[1, {"a" 1}]`, 0, NoColon, 9, 4},
		{`["ab\x"]`, 0, NoEscape, 5, 4},
		{`[ -07]`, 0, LeadingZero, 4, 2},
	} {
		err := Check(tt.text, tt.mode)
		if tt.message == "" {
			if err != nil {
				t.Errorf("%.30q: %v", tt.text, err)
			}
			continue
		}
		if want := (SyntaxError{Offset: tt.offset, Start: tt.start, Message: tt.message}); err == nil || *err.(*SyntaxError) != want {
			t.Errorf("%.30q: %+v, want %+v", tt.text, err, want)
		}
	}
}
