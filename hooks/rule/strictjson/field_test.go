package strictjson

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/hooks"
	"neverask/settings/musttest"
)

type thing struct {
	ID, Text, Exact, Where, Note string
	Words                        []string
	Not                          bool
	Any                          hooks.Value
	Made                         Created
}

var things = Fields[thing]{
	{Name: "id", Part: Naming, Of: func(t *thing) Value { return Name.At(&t.ID) }},
	{In: "match", Name: "text", Of: func(t *thing) Value { return String.At(&t.Text) }},
	{In: "match", Name: "exact", Of: func(t *thing) Value { return Verbatim.At(&t.Exact) }},
	{Name: "where", Of: func(t *thing) Value { return Directory.At(&t.Where) }},
	{Name: "words", Part: Acting, Of: func(t *thing) Value { return Strings.At(&t.Words) }},
	{Name: "not", Part: Acting, Of: func(t *thing) Value { return Flag.At(&t.Not) }},
	{Name: "any", Part: Acting, Of: func(t *thing) Value { return JSON.At(&t.Any) }},
	{Name: "note", Part: Naming, Of: func(t *thing) Value { return Remark.At(&t.Note) }},
	{Name: "created", Part: Naming, Of: func(t *thing) Value { return Origin.At(&t.Made) }},
}

const all = `{"id":"a","match":{"text":"t","exact":" e "},"where":"/w","words":["x","y|z"],"not":true,"any":[1.50],"note":"n","created":{"at":"2026-11-21T10:00:00Z","by":"me"}}`

func readThing(t *testing.T, document string) (read thing, fault string) {
	t.Helper()
	v, err := hooks.Parse(document)
	musttest.Do(t, err)
	if f := things.Read("a thing", v, &read); f != nil {
		return read, strconv.Itoa(f.Offset) + ": " + f.Message
	}
	return read, ""
}

func TestFields(t *testing.T) {
	got, fault := readThing(t, all)
	if fault != "" {
		t.Fatal(fault)
	}
	var lines []string
	for _, f := range things {
		lines = append(lines, f.Of(&got).String())
	}
	if want := []string{"a", "t", " e ", "/w", `x | y\|z`, "true", "[1.50]", "n", "2026-11-21, by me"}; !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
	if want := []string{"id", "match", "where", "words", "not", "any", "note", "created"}; !slices.Equal(things.Members(), want) {
		t.Errorf("%q", things.Members())
	}
	if whole := things.Only(got, Matching, Acting, Naming); !reflect.DeepEqual(whole, got) {
		t.Errorf("all parts: %+v", whole)
	}
	if want := (thing{Text: "t", Exact: " e ", Where: "/w"}); !reflect.DeepEqual(things.Only(got, Matching), want) {
		t.Errorf("%+v", things.Only(got, Matching))
	}
}

func TestFieldFaults(t *testing.T) {
	for document, want := range map[string]string{
		`{"match":{"text":"t","id":"x"}}`:   `21: unknown member "id"`,
		`{"text":"t"}`:                      `1: unknown member "text"`,
		`{"match.text":"t"}`:                `1: unknown member "match.text"`,
		`{"match":[]}`:                      `9: "match" must be an object`,
		`{"match":{"text":"a","text":"b"}}`: `21: "text" occurs twice`,
		`{"id":""}`:                         `6: "id" must be a non-empty string`,
		`{"note":7}`:                        `8: "note" must be a string`,
		`{"note":""}`:                       "",
		`{"words":[]}`:                      `9: "words" must be an array of non-empty strings`,
		`{"words":["a",""]}`:                `9: "words" must be an array of non-empty strings`,
		`{"words":"a"}`:                     `9: "words" must be an array of non-empty strings`,
		`{"not":1}`:                         `7: "not" must be true or false`,
		`{"any":null}`:                      "",
		`{"created":{"when":1}}`:            `12: unknown member "when"`,
		`[]`:                                "0: a thing must be an object",
	} {
		if _, got := readThing(t, document); got != want {
			t.Errorf("%s: got %q, want %q", document, got, want)
		}
	}
}

func TestList(t *testing.T) {
	for document, want := range map[string]string{
		`{"l":[{"id":"a"},{"id":"b"}]}`: "a b",
		`{"l":[]}`:                      `5: "l" must be a non-empty array`,
		`{"l":{}}`:                      `5: "l" must be a non-empty array`,
		`{"l":[{"id":"a"},7]}`:          "17: a thing must be an object",
		`{"l":[{"ID":"a"}]}`:            `7: unknown member "ID" (did you mean "id"?)`,
	} {
		v, err := hooks.Parse(document)
		musttest.Do(t, err)
		for m := range v.Members() {
			var list []thing
			f := List(m, "a thing", things, &list)
			got := ""
			for i, one := range list {
				got += map[bool]string{true: " "}[i > 0] + one.ID
			}
			if f != nil {
				got = strconv.Itoa(f.Offset) + ": " + f.Message
			}
			if got != want {
				t.Errorf("%s: got %q, want %q", document, got, want)
			}
		}
	}
}

func TestJoinAndSplit(t *testing.T) {
	for _, texts := range [][]string{nil, {"a"}, {"a", "b c"}, {"a|b", `c\d`, `\`, "|"}, {"text: x", "recommended"}} {
		if got := Split(Join(texts)); !slices.Equal(got, texts) {
			t.Errorf("%q: got %q by %q", texts, got, Join(texts))
		}
	}
	for line, want := range map[string][]string{"": nil, " | ": nil, " a |b| |c ": {"a", "b", "c"}, `a\`: {"a"}} {
		if got := Split(line); !slices.Equal(got, want) {
			t.Errorf("%q: got %q", line, got)
		}
	}
}

func TestLinesOfKinds(t *testing.T) {
	var got thing
	for _, f := range things {
		if v := f.Of(&got); v.Given() {
			v.Set(" /x/../y ")
		}
	}
	if want := (thing{Text: "/x/../y", Exact: " /x/../y ", Where: "/y", Note: "/x/../y", Words: []string{"/x/../y"}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestUsage: a flag says what its field means, and which words it takes.
func TestUsage(t *testing.T) {
	t.Parallel()
	choices := []Choice{{"never", "it asks no more"}, {"once", "it asks once"}}
	mode := &Kind[string]{Read: Text, Line: same, Parse: same, Choices: choices, Hint: "a word"}
	fields := Fields[thing]{
		{Name: "note", Help: "a remark", Of: func(t *thing) Value { return Remark.At(&t.Note) }},
		{Name: "exact", Help: "when to ask", Of: func(t *thing) Value { return mode.At(&t.Exact) }},
	}
	for i, want := range []string{"a remark", "when to ask: never, once"} {
		if got := fields[i].Usage(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for word, want := range map[string]string{"never": "it asks no more", "once": "it asks once", "twice": ""} {
		if got := Explain(choices, word); got != want {
			t.Errorf("%s: %q", word, got)
		}
	}
	var of thing
	v := fields[1].Of(&of)
	if v.Kind() != any(mode) || v.Place() != any(&of.Exact) || v.Hint() != "a word" {
		t.Errorf("%v at %v, %q", v.Kind(), v.Place(), v.Hint())
	}
}

// TestNothingGiven: a field without a value has no line.
func TestNothingGiven(t *testing.T) {
	t.Parallel()
	for _, f := range things {
		if line := f.Of(new(thing)).String(); line != "" {
			t.Errorf("%s: %q", f.Name, line)
		}
	}
	for want, c := range map[string]Created{"": {}, "2026-11-21": {At: "2026-11-21T10:00:00Z"}, "me": {By: "me"}} {
		if got := c.String(); got != want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestDirectory(t *testing.T) {
	for text, want := range map[string]string{"": "", "/w": "", "w": `"d" must be an absolute directory`, "/\xff": `"d" must be UTF-8`} {
		got := ""
		if err := CheckDirectory("d", text); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

func FuzzJoinAndSplit(f *testing.F) {
	f.Add("Yes", `a|b \ c`)
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
		if a == "" || b == "" || !utf8.ValidString(a) || !utf8.ValidString(b) {
			return
		}
		if got := Split(Join([]string{a, b})); len(got) != 2 || got[0] != a || got[1] != b {
			t.Errorf("%q %q become %q", a, b, got)
		}
	})
}
