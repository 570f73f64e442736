package strictjson

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func TestMembers(t *testing.T) {
	for document, want := range map[string]string{
		`{"a":"x","b":"y"}`:       "x y",
		`{}`:                      " ",
		` {"b":"\u0079"}`:         " y",
		` []`:                     "1: a rule must be an object",
		`"a"`:                     "0: a rule must be an object",
		`{"a":"x", "a":"y"}`:      `10: "a" occurs twice`,
		`{"c":1,"a":1,"c":2}`:     `13: "c" occurs twice`,
		`{"a":"x","c":1,"b":1}`:   `9: unknown member "c"`,
		`{"a":"x","b":""}`:        `13: "b" must be a non-empty string`,
		`{"a":null,"b":7,"c":[]}`: `5: "a" must be a non-empty string`,
	} {
		v, err := hooks.Parse(document)
		musttest.Do(t, err)
		var a, b string
		f := Members("a rule", v, func(m hooks.Member) *Fault {
			switch m.Name {
			case "a":
				return Text(m, &a)
			case "b":
				return Text(m, &b)
			}
			return Unknown(m)
		})
		got := a + " " + b
		if f != nil {
			got = strconv.Itoa(f.Offset) + ": " + f.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", document, got, want)
		}
	}
}

func TestWrong(t *testing.T) {
	v, err := hooks.Parse(`{"a": true}`)
	musttest.Do(t, err)
	if f := Wrong(v.Get("a"), "%s of %d", "one", 2); f.Offset != strings.Index(`{"a": true}`, "true") || f.Message != "one of 2" {
		t.Errorf("%+v", f)
	}
}

// TestUnknown: a member that was misspelt is named, and one of another program or version is explained.
func TestUnknown(t *testing.T) {
	t.Parallel()
	known := []string{"project", "header", "mode", "options", "id"}
	for name, want := range map[string]string{
		"headr":      ` (did you mean "header"?)`,
		"HEADER":     ` (did you mean "header"?)`,
		"pro_ject":   ` (did you mean "project"?)`,
		"porject":    ` (did you mean "project"?)`,
		"ehader":     ` (did you mean "header"?)`,
		"headre":     ` (did you mean "header"?)`,
		"moed":       ` (did you mean "mode"?)`,
		"mdoe":       ` (did you mean "mode"?)`,
		"option":     ` (did you mean "options"?)`,
		"optonals":   "",
		"optins":     ` (did you mean "options"?)`,
		"opxxons":    ` (did you mean "options"?)`,
		"mxxe":       "",
		"edom":       "",
		"i":          "",
		"ix":         "",
		"colour":     "",
		"noproject!": "",
		"trusted":    " (neverask rules import adds the rules of a file)",
		"widen":      " (a rule answers the values you have seen)",
		"weekly":     " (neverask report says what was answered)",
		"runs":       ` (write "matches")`,
	} {
		got := Unknown(hooks.Member{Name: name, Offset: 3}, known...)
		if got.Offset != 3 || got.Message != "unknown member "+strconv.Quote(name)+want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestNearest: of several names that a word may stand for, the one with the fewest letters to change is meant.
func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		word  string
		names []string
		want  string
	}{
		{"headers", []string{"hearers", "header"}, "hearers"},
		{"headxr", []string{"heapxx", "header"}, "header"},
		{"header", []string{"leader", "HEAD-er"}, "HEAD-er"},
		{"header", nil, ""},
	} {
		if got := Nearest(tt.word, tt.names); got != tt.want {
			t.Errorf("%s of %q: %q", tt.word, tt.names, got)
		}
	}
}

// TestMemberErrors: a form tells a line that is to be filled in from one that is wrong.
func TestMemberErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want MemberError
	}{
		{Needed("text", "%s of %d", "one", 2), MemberError{"text", true, "one of 2"}},
		{Misfit("text", "%s of %d", "one", 2), MemberError{"text", false, "one of 2"}},
	} {
		var got *MemberError
		if !errors.As(tt.err, &got) || *got != tt.want || tt.err.Error() != "one of 2" {
			t.Errorf("%+v, want %+v", tt.err, tt.want)
		}
	}
}

func TestUnmarshal(t *testing.T) {
	t.Parallel()
	for document, want := range map[string]string{
		`["a","b"]`: "a b",
		`["a",""]`:  `fault: "" must be an array of non-empty strings`,
	} {
		var texts []string
		err := Unmarshal([]byte(document), &texts, ReadTexts)
		got := strings.Join(texts, " ")
		if err != nil {
			got = "fault: " + err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", document, got, want)
		}
	}
	var texts []string
	if err := Unmarshal([]byte(`["a"] 7`), &texts, ReadTexts); err == nil || texts != nil {
		t.Errorf("more than one value: %v, %q", err, texts)
	}
}
