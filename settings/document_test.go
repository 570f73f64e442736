package settings

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"neverask/settings/musttest"
)

func TestMain(m *testing.M) { os.Exit(musttest.Run(m)) }

const group = `{"matcher":"^X$","hooks":[{"type":"command","command":"/bin/h","args":[],"timeout":5}]}`

func parse(t *testing.T, text string) Document {
	t.Helper()
	d, err := Parse([]byte(text))
	musttest.Do(t, err)
	return d
}

// appended is a file, and the same file with a group more.
type appended struct{ name, before, after string }

// layouts show the layout that an addition takes from its neighbours.
func layouts(t testing.TB) (all []appended) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/append.txtar")
	musttest.Do(t, err)
	crlf := strings.NewReplacer("\n", "\r\n", "  ", "\t")
	for pair := range slices.Chunk(archive.Files, 2) {
		name, before, after := pair[0].Name, string(pair[0].Data), string(pair[1].Data)
		all = append(all, appended{name, before, after}, appended{name + ", no final newline", strings.TrimSpace(before), strings.TrimSpace(after)})
		if strings.Contains(before, "\n  ") { // which says how to indent
			all = append(all, appended{name + ", tabs and CRLF", crlf.Replace(before), crlf.Replace(after)})
		}
	}
	return all
}

func TestAppendCopiesLayout(t *testing.T) {
	for _, tt := range layouts(t) {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse(t, tt.before).Append(Path{"hooks", "PreToolUse"}, group)
			musttest.Do(t, err)
			if got := string(d.Bytes()); got != tt.after {
				t.Errorf("got\n%s\nwant\n%s", got, tt.after)
			}
		})
	}
}

// wild holds spellings that an edit elsewhere must not touch.
var wild = []string{
	"", " \n", "{}", "{ }", "{\n}\n", "\xef\xbb\xbf{\r\n  \"a\": 1\r\n}\r\n", `{"hooks":{}}`, "{\n  \"hooks\": { }\n}",
	"{\n  \"hooks\": {\n    \"PreToolUse\": [ ]\n  }\n}\n", `{"a.b":{"c|d":[1,2]},"":{},"#":1,"@this":2,"*":3,"\u0068i":4}`,
	"{\n\t\"n\": [1.50, 9007199254740993, 1e400, -0],\n\t\"s\": \"<>&\\u00e9\\/\"\n}",
	"{\n  \"hooks\":\n  {\n    \"PreToolUse\":\n    [\n      {}\n    ]\n  }\n}", "{\"a\":1\n,\"b\":2\n}", "{ \"a\" : 1 , \"b\" : 2 }",
	"{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\"}],\"Stop\":[]}}\n", "{\"bad\xff\":\"\xff\"}",
	"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"hooks\": []\n      }\n    , {\n        \"hooks\": []\n      }\n    ]\n  }\n}\n",
}

func TestRevertGivesTheOriginalBytes(t *testing.T) {
	for _, before := range wild {
		t.Run(before, func(t *testing.T) { revert(t, before, "PreToolUse", "Stop") })
	}
}

// revert installs into before, takes everything back, and compares.
func revert(t *testing.T, before string, events ...string) {
	t.Helper()
	d, err := Parse([]byte(before))
	if err != nil {
		return
	}
	edited := d
	for _, event := range append(events, events[0]) {
		next, err := edited.Append(Path{"hooks", event}, group)
		if err != nil {
			if string(next.Bytes()) != string(edited.Bytes()) {
				t.Fatalf("a failed edit changed the document: %v", err)
			}
			continue
		}
		edited = next
	}
	if next, err := edited.Set(Path{"new", "x"}, `"y"`); err == nil {
		edited = next
	}
	if _, err := Parse(edited.Bytes()); err != nil {
		t.Fatalf("the edited document is invalid: %v\n%s", err, edited.Bytes())
	}
	back, err := edited.Revert(edited.Edits())
	if err != nil {
		t.Fatalf("revert: %v\n%s", err, edited.Bytes())
	}
	if got := string(back.Bytes()); got != before {
		t.Errorf("got %q, want %q (edited %q)", got, before, edited.Bytes())
	}
	again, err := back.Revert(back.Edits()[len(edited.Edits()):])
	if err != nil || string(again.Bytes()) != string(edited.Bytes()) {
		t.Errorf("redo: got %q, %v; want %q", again.Bytes(), err, edited.Bytes())
	}
}

func TestDeleteAndRevert(t *testing.T) {
	for _, before := range []string{
		`{"a":1,"b":2,"c":3}`, "{\n  \"a\": [1],\n  \"b\": { \"x\" : [] },\n  \"c\": 3\n}\n", `{ "a" : 1 }`, "{\"b\":{\"x\": [ {} ]}}", `{"a":[1,2],"c":null}`,
	} {
		for _, path := range []Path{{"a"}, {"b"}, {"c"}, {"a", "0"}, {"b", "x"}, {"b", "x", "0"}} {
			d := parse(t, before)
			if _, ok := d.Get(path...); !ok {
				continue
			}
			gone, err := d.Delete(path)
			musttest.Do(t, err)
			if _, err := Parse(gone.Bytes()); err != nil {
				t.Errorf("%s without %s: %q: %v", before, path, gone.Bytes(), err)
			}
			back, err := gone.Revert(gone.Edits())
			if err != nil || string(back.Bytes()) != before {
				t.Errorf("%s without and with %s: %q, %v", before, path, back.Bytes(), err)
			}
		}
	}
}

// An item comes back into the element that it was taken out of, and into no other; an
// element behind the one that it stood behind, the nearest of several that are alike; and
// a change of one is undone in the one that was changed. A container that was made stays
// when it is no longer one, or empty.
func TestRevertFindsThePlace(t *testing.T) {
	const text = `{"g":[{"m":"a","h":[1,2]},{"m":"b","h":[3]}]}`
	inside, err := parse(t, text).Delete(Path{"g", "0", "h", "0"})
	musttest.Do(t, err)
	out, err := parse(t, `{"a":[1,2,3]}`).Delete(Path{"a", "1"})
	musttest.Do(t, err)
	changed, err := parse(t, `{"a":[2,0,1]}`).Do(Edit{Path: Path{"a"}, At: 1, Old: "1", New: "2"})
	musttest.Do(t, err)
	set, err := parse(t, `{"a":[]}`).Set(Path{"b"}, "{}")
	musttest.Do(t, err)
	for _, tt := range []struct {
		done      Document
		now, want string // "" where it is refused
	}{
		{inside, `{"g":[{"m":"a","h":[2]},{"m":"b","h":[3]}]}`, text},
		{inside, `{"g":[{"m":"b","h":[3]},{"h":[2],"m":"a"}]}`, `{"g":[{"m":"b","h":[3]},{"h":[1,2],"m":"a"}]}`},
		{inside, `{"g":[{"m":"b","h":[3]}]}`, ""},
		{inside, `{"g":[{"m":"b","h":[3]},{"m":"a","h":[2]},{"m":"a"}]}`, ""},
		{out, `{"a":[0,0,1,3]}`, `{"a":[0,0,1,2,3]}`},
		{out, `{"a":[3,1,0,1]}`, `{"a":[3,1,2,0,1]}`},
		{out, `{"a":[1,0,0,1,3]}`, `{"a":[1,2,0,0,1,3]}`},
		{out, `{"a":[0,9]}`, `{"a":[0,2,9]}`},
		{changed, `{"a":[2,0,2]}`, `{"a":[2,0,1]}`},
		{set, `{"a":[],"b":{ }}`, `{"a":[]}`},
		{set, `{"a":[],"b":{"c":7}}`, `{"a":[],"b":{"c":7}}`},
		{set, `{"a":[],"b":7}`, `{"a":[],"b":7}`},
		{set, `{"a":[],"b":77}`, `{"a":[],"b":77}`},
		{set, `{"a":[],"b":""}`, `{"a":[],"b":""}`},
	} {
		d, err := parse(t, tt.now).Revert(tt.done.Edits())
		if tt.want == "" && !errors.Is(err, ErrInTheWay) || tt.want != "" && (err != nil || string(d.Bytes()) != tt.want) {
			t.Errorf("%s: %s, %v; want %s", tt.now, d.Bytes(), err, tt.want)
		}
	}
}

func TestRevertAfterForeignEdits(t *testing.T) {
	ours, err := parse(t, "{\n  \"a\": 1\n}\n").Append(Path{"hooks", "PreToolUse"}, group)
	musttest.Do(t, err)
	reparse := func(d Document) Document { return parse(t, string(d.Bytes())) }
	t.Run("another hook before and after ours", func(t *testing.T) {
		d, _ := reparse(ours).Append(Path{"hooks", "PreToolUse"}, `{"matcher":"B"}`)
		d, _ = reparse(d).Insert(Path{"hooks", "PreToolUse"}, 0, `{"matcher":"A"}`)
		d, err := reparse(d).Revert(ours.Edits())
		musttest.Do(t, err)
		r, _ := d.Get("hooks", "PreToolUse", "#")
		if r.Exists() || strings.Contains(string(d.Bytes()), "/bin/h") || !strings.Contains(string(d.Bytes()), `"A"`) || !strings.Contains(string(d.Bytes()), `"B"`) {
			t.Errorf("got %s", d.Bytes())
		}
	})
	t.Run("our item was changed", func(t *testing.T) {
		d, _ := reparse(ours).Set(Path{"hooks", "PreToolUse", "0", "matcher"}, `"other"`)
		before := string(d.Bytes())
		got, err := reparse(d).Revert(ours.Edits())
		if !errors.Is(err, ErrInTheWay) || string(got.Bytes()) != before {
			t.Errorf("got %v", err)
		}
	})
	t.Run("the file was formatted anew", func(t *testing.T) {
		d, err := parse(t, `{"hooks":{"PreToolUse":[`+group+`]},"a":1}`).Revert(ours.Edits())
		if err != nil || string(d.Bytes()) != `{"a":1}` {
			t.Errorf("got %s, %v", d.Bytes(), err)
		}
	})
}

func TestParseRefuses(t *testing.T) {
	for _, row := range append(musttest.Table(t, "testdata/refused.tsv", 2),
		[]string{"\xff\xfe{\x00}\x00", "1:1: the file is UTF-16"}, []string{"{\x00}", "1:2: a NUL byte"}, []string{strings.Repeat(`{"a":`, 600), "nested deeper than 512"}) {
		_, err := Parse([]byte(row[0]))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), row[1]) {
			t.Errorf("%q: got %v, want %s", row[0], err, row[1])
		}
	}
}

func TestManyDuplicateKeysAreSeen(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		b.WriteString(`"k` + strings.Repeat("x", i) + `":1,`)
	}
	if _, err := Parse([]byte("{" + b.String() + `"last":1}`)); err != nil {
		t.Errorf("unique keys: %v", err)
	}
	for _, key := range []string{"k", "kxx", "k" + strings.Repeat("x", 39)} {
		if _, err := Parse([]byte("{" + b.String() + `"` + key + `":1}`)); err == nil {
			t.Errorf("duplicate %q was not seen", key)
		}
	}
}

func TestSetReplacesInPlace(t *testing.T) {
	d, err := parse(t, "{\n  \"a\": [ 1,2 ],\n  \"b\" : true\n}\n").Set(Path{"a", "1"}, "3")
	musttest.Do(t, err)
	d, err = d.Set(Path{"b"}, "false")
	musttest.Do(t, err)
	if got := string(d.Bytes()); got != "{\n  \"a\": [ 1,3 ],\n  \"b\" : false\n}\n" {
		t.Errorf("got %s", got)
	}
	if _, err := d.Set(nil, "1"); err == nil {
		t.Error("the root was replaced")
	}
	for _, path := range []Path{nil, {"c"}, {"c", "d"}, {"a", "2"}} {
		if _, err := d.Delete(path); err == nil {
			t.Errorf("%s was deleted", path)
		}
	}
}

// TestRepairable: only what can be taken out without a guess is said to be repairable, and
// without it the text is accepted.
func TestRepairable(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a": 1,}`: true, "{ // x\n}": true, `{"a": 1, "a": 2}`: true, "{\"a\": [1, /* x */],}": true,
		"{": false, "[]": false, "[1,]": false, "{ model: 1 }": false, `{"a": 1} }`: false, "{'a': 1, // x\n}": false,
	} {
		_, err := Parse([]byte(text))
		if bad, ok := errors.AsType[*SyntaxError](err); !ok || bad.Repairable != want {
			t.Errorf("%s: %v, repairable %v", text, err, !want)
		}
	}
}
