package settings

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

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

// TestWhatComesBackIsAsItWasWritten: also when something else stands in its array by
// then.
func TestWhatComesBackIsAsItWasWritten(t *testing.T) {
	without, err := parse(t, `{"hooks": [ {"command":   "a"} ]}`).Delete(Path{"hooks", "0"})
	musttest.Do(t, err)
	other, err := without.Append(Path{"hooks"}, `{"command":"b"}`)
	musttest.Do(t, err)
	back, err := other.Do(without.Edits()[0].Inverse())
	if err != nil || !strings.Contains(string(back.Bytes()), `{"command":   "a"}`) {
		t.Errorf("it is %s, %v", back.Bytes(), err)
	}
}

// TestWrongKindHasItsPlace: what stands where an object or a list belongs is named
// with its place, and not taken for a change of somebody's.
func TestWrongKindHasItsPlace(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		path       Path
	}{
		{`{"permissions": []}`, "1:17: permissions is not an object", Path{"permissions", "deny"}},
		{`{"permissions": null}`, "1:17: permissions is not an object", Path{"permissions", "deny"}},
		{"{\n\"permissions\": {\"deny\": \"x\"}}", "2:25: permissions.deny is not an array", Path{"permissions", "deny"}},
		{`{"permissions": {"deny": {}}}`, "1:26: permissions.deny is not an array", Path{"permissions", "deny"}},
		{`{"hooks": {"Stop": 1}}`, "1:20: hooks.Stop is not an array", Path{"hooks", "Stop"}},
		{`{"rules": {}}`, "1:11: rules is not an array", Path{"rules"}},
	} {
		_, err := parse(t, tt.text).Append(tt.path, `"x"`)
		if _, placed := errors.AsType[*SyntaxError](err); !placed || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v", tt.text, err)
		}
	}
	if _, err := parse(t, `{"env": []}`).Set(Path{"env", "A"}, `"1"`); err == nil || err.Error() != "1:9: env is not an object; write { … }" {
		t.Errorf("got %v", err)
	}
}

// TestUndoFindsTheElementItChanged: it is known by its ID, or else by the rest of what is
// in it, and what stands in its place once it is gone is left alone.
func TestUndoFindsTheElementItChanged(t *testing.T) {
	ids := `{"rules": [{"id": "a", "mode": "x"}, {"id": "b", "mode": "y"}]}`
	groups := `{"rules": [{"of": "a", "mode": "x"}, {"of": "b", "mode": "y"}]}`
	type step func(Document) (Document, error)
	set := func(raw string, path ...string) step {
		return func(d Document) (Document, error) { return d.Set(path, raw) }
	}
	remove := func(d Document) (Document, error) { return d.Delete(Path{"rules", "0"}) }
	first := func(d Document) (Document, error) {
		return d.Insert(Path{"rules"}, 0, `{"id": "c", "mode": "y"}`)
	}
	for _, c := range []struct {
		name, text string
		later      step
		want       string // "" where it is refused
	}{
		{"as it was", ids, func(d Document) (Document, error) { return d, nil }, ids},
		{"the element is gone", ids, remove, ""},
		{"without IDs it is gone", groups, remove, ""},
		{"another stands before it", ids, first, `{"rules": [{"id": "c", "mode": "y"}, {"id": "a", "mode": "x"}, {"id": "b", "mode": "y"}]}`},
		{"more of it was changed", ids, set(`"y"`, "rules", "0", "note"), `{"rules": [{"id": "a", "mode": "x", "note": "y"}, {"id": "b", "mode": "y"}]}`},
		{"without IDs more of it was changed", groups, set(`"y"`, "rules", "0", "note"), ""},
		{"the same was changed again", ids, set(`"z"`, "rules", "0", "mode"), ""},
	} {
		changed, err := set(`"y"`, "rules", "0", "mode")(parse(t, c.text))
		musttest.Do(t, err)
		later, err := c.later(parse(t, string(changed.Bytes())))
		musttest.Do(t, err)
		got, err := later.Revert(changed.Edits())
		switch {
		case c.want == "" && !errors.Is(err, ErrInTheWay):
			t.Errorf("%s: it becomes %s, %v", c.name, got.Bytes(), err)
		case c.want != "" && (err != nil || !SameValue(string(got.Bytes()), c.want)):
			t.Errorf("%s: it becomes %s, %v; want %s", c.name, got.Bytes(), err, c.want)
		}
	}
}

// TestCommaFirst: what is added to a list whose commas begin the lines is valid, and the lines of it are indented as
// their neighbours.
func TestCommaFirst(t *testing.T) {
	for _, indent := range []string{"  ", "\t", "      "} {
		text := "{\n  \"hooks\": {\n    \"Stop\": [\n" + indent + "  {\n" + indent + "    \"hooks\": []\n" + indent + "  }\n" + indent + ", {\n" +
			indent + "    \"hooks\": []\n" + indent + "  }\n    ]\n  }\n}\n"
		for at := range 3 {
			d, err := parse(t, text).Insert(Path{"hooks", "Stop"}, at, group)
			musttest.Do(t, err)
			if !json.Valid(d.Bytes()) {
				t.Fatalf("%q at %d:\n%s", indent, at, d.Bytes())
			}
			back, err := d.Delete(Path{"hooks", "Stop", []string{"0", "1", "2"}[at]})
			if err != nil || string(back.Bytes()) != text {
				t.Errorf("%q at %d, taken out again: %v\n%s", indent, at, err, back.Bytes())
			}
		}
	}
}

// TestMalformedEdit: an edit from a change log that somebody has changed makes no file invalid.
func TestMalformedEdit(t *testing.T) {
	t.Parallel()
	list, some, bare := Path{"a"}, " ", " , "
	for name, edit := range map[string]struct {
		text string
		e    Edit
	}{
		"a text that is no value":  {`{"a": [1]}`, Edit{Path: list, At: 1, New: "2", Text: "2,", Gap: ","}},
		"a member beyond its end":  {`{"a": 1}`, Edit{Key: "b", At: 1, New: "2", Text: `"b": 2}, {`, Gap: ","}},
		"a gap with two commas":    {`{"a": [1]}`, Edit{Path: list, At: 1, New: "2", Text: "2", Gap: ",,"}},
		"a gap with a value":       {`{"a": [1]}`, Edit{Path: list, At: 1, New: "2", Text: "2", Gap: ", 3,"}},
		"a comma in an empty list": {`{"a": []}`, Edit{Path: list, New: "2", Text: "2", Gap: ",", Bare: &some}},
		"what is left of a list":   {`{"a": [1]}`, Edit{Path: list, Old: "1", Bare: &bare}},
		"a new value":              {`{"a": [1]}`, Edit{Path: list, Old: "1", New: "2, 3"}},
		"a whole text":             {` `, Edit{Root: true, New: "{"}},
	} {
		if got, err := parse(t, edit.text).Do(edit.e); err == nil || string(got.Bytes()) != edit.text {
			t.Errorf("%s: %v, %s", name, err, got.Bytes())
		}
	}
}

// TestUndoInAListThatMoved: what comes back stands behind the element that it followed, and what was replaced is
// found, wherever others have moved them; of equal ones the nearest counts.
func TestUndoInAListThatMoved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		edit       func(Document) (Document, error)
		now, want  string
	}{
		{"one more before", `[1, 2, 3, 4]`, deleting("2"), `[0, 1, 2, 4]`, `[0, 1, 2, 3, 4]`},
		{"two more before", `[1, 2, 3, 4]`, deleting("2"), `[8, 9, 1, 2, 4]`, `[8, 9, 1, 2, 3, 4]`},
		{"one less before", `[1, 2, 3, 4]`, deleting("2"), `[2, 4]`, `[2, 3, 4]`},
		{"last of a list that is shorter", `[1, 2, 3, 4]`, deleting("3"), `[3, 9]`, `[3, 4, 9]`},
		{"its neighbour is gone", `[1, 2, 3, 4]`, deleting("2"), `[1, 4]`, `[1, 4, 3]`},
		{"the nearer of two neighbours", `[1, 2, 3, 4]`, deleting("3"), `[3, 0, 0, 3, 0]`, `[3, 0, 0, 3, 4, 0]`},
		{"the first", `[1, 2]`, deleting("0"), `[5, 2]`, `[1, 5, 2]`},
		{"replaced, at its place", `[1, 2, 3]`, setting("1", "9"), `[9, 9, 3]`, `[9, 2, 3]`},
		{"replaced, further ahead", `[1, 2, 3]`, setting("2", "9"), `[1, 9]`, `[1, 3]`},
		{"replaced, further behind", `[1, 2, 3]`, setting("0", "9"), `[8, 9, 2, 3]`, `[8, 1, 2, 3]`},
		{"replaced, and gone", `[1, 2]`, setting("1", "9"), `[1]`, ""},
		{"replaced, and the list is empty", `[1]`, setting("0", "9"), `[]`, ""},
	} {
		changed, err := c.edit(parse(t, `{"a": `+c.text+`}`))
		musttest.Do(t, err)
		got, err := parse(t, `{"a": `+c.now+`}`).Revert(changed.Edits())
		switch {
		case c.want == "" && !errors.Is(err, ErrInTheWay):
			t.Errorf("%s: it becomes %s, %v", c.name, got.Bytes(), err)
		case c.want != "" && (err != nil || string(got.Bytes()) != `{"a": `+c.want+`}`):
			t.Errorf("%s: it becomes %s, %v; want %s", c.name, got.Bytes(), err, c.want)
		}
	}
}

func deleting(at string) func(Document) (Document, error) {
	return func(d Document) (Document, error) { return d.Delete(Path{"a", at}) }
}

func setting(at, raw string) func(Document) (Document, error) {
	return func(d Document) (Document, error) { return d.Set(Path{"a", at}, raw) }
}

// TestFirstItemOfAContainer: the blank between a bracket and a member on its line is no indentation, and a container
// behind something else on its line stays on that line.
func TestFirstItemOfAContainer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{ \"a\": 1,\n  \"env\": {}\n}\n":     "{ \"a\": 1,\n  \"env\": {\n    \"A\": \"1\"\n  }\n}\n",
		"{\n  \"a\": 1, \"env\": {}\n}\n":     "{\n  \"a\": 1, \"env\": {\"A\": \"1\"}\n}\n",
		"{\n  \"a\": 1,\n\t\"env\" : {}\n}\n": "{\n  \"a\": 1,\n\t\"env\" : {\n\t  \"A\": \"1\"\n\t}\n}\n",
	} {
		if d, err := parse(t, text).Set(Path{"env", "A"}, `"1"`); err != nil || string(d.Bytes()) != want {
			t.Errorf("%q: %v, %q", text, err, d.Bytes())
		}
	}
}

// TestRemovedComesBackWithItsBlanks: whatever stood around an item stands there again.
func TestRemovedComesBackWithItsBlanks(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"a": [1,   2,3 ]}`, "{\"a\": [ 1\n,\t2 ,3]}", "{\"a\": [\n1,\n\n2,  3\r\n]}", `{"a":[ 1 ]}`,
		`{"a": {"0":1,   "1" : 2,"2":3 }}`, "{\"a\": {\"0\" :1\n,\t\"1\":2 ,\"2\":3}}", "{\"a\": {\n\"0\": 1,\n\n\"1\": 2\n}}",
	} {
		for _, at := range []string{"0", "1", "2"} {
			d, err := parse(t, text).Delete(Path{"a", at})
			if err != nil || len(d.Edits()) == 0 {
				continue // there are fewer
			}
			if back, err := d.Revert(d.Edits()); err != nil || string(back.Bytes()) != text {
				t.Errorf("%q without %s and with it again: %v, %q", text, at, err, back.Bytes())
			}
		}
	}
}

// TestInTheWay: what others have put in the place of an edit is told from an edit that makes no sense.
func TestInTheWay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		e    Edit
	}{
		"a member is there":   {`{"a": 2}`, Edit{Key: "a", New: "1"}},
		"no container":        {`{}`, Edit{Path: Path{"a"}, New: "1"}},
		"an object, no list":  {`{"a": {}}`, Edit{Path: Path{"a"}, New: "1"}},
		"a list, no object":   {`{"a": []}`, Edit{Path: Path{"a"}, Key: "b", New: "1"}},
		"a member is gone":    {`{}`, Edit{Key: "a", Old: "1", New: "2"}},
		"another value":       {`{"a": 3}`, Edit{Key: "a", Old: "1", New: "2"}},
		"the file is in use":  {`{"a": 3}`, Edit{Root: true, New: "{}"}},
		"another is replaced": {`{"a": [3]}`, Edit{Path: Path{"a"}, Old: "1"}},
	} {
		got, err := parse(t, c.text).Do(c.e)
		if !errors.Is(err, ErrInTheWay) || string(got.Bytes()) != c.text || len(got.Edits()) > 0 {
			t.Errorf("%s: %v, %s", name, err, got.Bytes())
		}
	}
}
