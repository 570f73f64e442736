package strictjson

import (
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
