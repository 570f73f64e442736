package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"neverask/settings/musttest"
)

// object parses a literal of a test.
func object(t testing.TB, text string) Value {
	t.Helper()
	v, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range []struct {
		text   string
		offset int
		says   string
	}{
		{"", 0, "ends too early"},
		{"  ", 2, "ends too early"},
		{"{", 1, "expected a name"},
		{`{"a"}`, 4, "expected ':'"},
		{`{"a":1,}`, 7, "expected a name"},
		{`[1,]`, 3, "no JSON value"},
		{`[1 2]`, 3, "expected ',' or ']'"},
		{`{"a":1 "b"`, 7, "expected ',' or '}'"},
		{`{} x`, 3, "unexpected text"},
		{`01`, 1, "leading zero"},
		{`-`, 1, "expected a digit"},
		{`1.`, 2, "decimal point"},
		{`1e+`, 3, "exponent"},
		{`nul`, 0, "no JSON value"},
		{`"a`, 2, "inside a string"},
		{"\"a\nb\"", 2, "control character"},
		{`"\x"`, 2, "unknown escape"},
		{`"\u12g4"`, 5, "hexadecimal"},
		{"\"\xff\"", 1, "invalid UTF-8"},
		{"\x00", 0, "no JSON value"},
		{`// no`, 0, "no JSON value"},
		{strings.Repeat("[", MaxDepth+1), MaxDepth, "too deep"},
		{strings.Repeat(`{"a":`, MaxDepth+1), 5 * MaxDepth, "too deep"},
	} {
		_, err := Parse(tt.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Offset != tt.offset || !strings.Contains(bad.Message, tt.says) {
			t.Errorf("Parse(%.20q): got %v, want %q at byte %d", tt.text, err, tt.says, tt.offset)
		}
	}
}

func TestValue(t *testing.T) {
	v, err := Parse([]byte(" {\"s\" : \"a\\u00e9\\n\\\"\" ,\"n\":1.50, \"t\":true,\"z\":null,\"a\":[ 1 , [2,{}] ,\"]\" ],\"o\":{ \"x\" : {} }, \"e\":{} } "))
	musttest.Do(t, err)
	var names []string
	for m := range v.Members() {
		names = append(names, m.Name)
		if at := m.Value.Offset(); m.Value.Kind() == Absent || at <= m.Offset {
			t.Errorf("%s: name at %d, value at %d", m.Name, m.Offset, at)
		}
	}
	if got := strings.Join(names, " "); got != "s n t z a o e" {
		t.Errorf("members: %s", got)
	}
	for _, tt := range []struct {
		name, raw string
		kind      Kind
		length    int
	}{
		{"s", `"a\u00e9\n\""`, String, 0}, {"n", "1.50", Number, 0}, {"t", "true", Bool, 0}, {"z", "null", Null, 0},
		{"a", `[ 1 , [2,{}] ,"]" ]`, Array, 3}, {"o", `{ "x" : {} }`, Object, 1}, {"e", "{}", Object, 0}, {"none", "", Absent, 0},
	} {
		got := v.Get(tt.name)
		if got.Raw() != tt.raw || got.Kind() != tt.kind || got.Len() != tt.length {
			t.Errorf("%s: %q, kind %d, length %d", tt.name, got.Raw(), got.Kind(), got.Len())
		}
	}
	if s, ok := v.Get("s").Text(); !ok || s != "aé\n\"" {
		t.Errorf("text: %q, %v", s, ok)
	}
	if _, ok := v.Get("n").Text(); ok || !v.Get("t").IsTrue() || v.Get("z").IsTrue() {
		t.Error("kinds are confused")
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		raw        string
		whole      int64
		isWhole    bool
		fraction   float64
		isFraction bool
	}{
		{"0", 0, true, 0, true}, {"-7", -7, true, -7, true}, {"1.50", 0, false, 1.5, true}, {"1e3", 0, false, 1000, true},
		{"9223372036854775807", 1<<63 - 1, true, 1 << 63, true}, {"9223372036854775808", 0, false, 1 << 63, true}, {"1e999", 0, false, 0, false},
		{`"1"`, 0, false, 0, false}, {"null", 0, false, 0, false}, {"true", 0, false, 0, false},
	} {
		v := object(t, tt.raw)
		if n, ok := v.Int(); ok != tt.isWhole || ok && n != tt.whole {
			t.Errorf("%s: Int %d, %t", tt.raw, n, ok)
		}
		if n, ok := v.Float(); ok != tt.isFraction || ok && n != tt.fraction {
			t.Errorf("%s: Float %g, %t", tt.raw, n, ok)
		}
	}
	if _, ok := (Value{}).Int(); ok || IntOf(-3).Raw() != "-3" || BoolOf(true).Raw() != "true" || BoolOf(false).Raw() != "false" {
		t.Error("absent is a number, or literals are wrong")
	}
}

// Values inside the values of other programs.
func TestValueThroughEncodingJSON(t *testing.T) {
	type note struct {
		Input Value `json:"input"`
		None  Value `json:"none"`
	}
	b, err := json.Marshal(note{Input: object(t, `{"n":1.50,"a":null}`)})
	if err != nil || string(b) != `{"input":{"n":1.50,"a":null},"none":null}` {
		t.Errorf("got %s, %v", b, err)
	}
	var n note
	if err := json.Unmarshal([]byte(`{"input": {"z":1.50} }`), &n); err != nil || n.Input.Raw() != `{"z":1.50}` || n.None.Kind() != Absent {
		t.Errorf("got %+v, %v", n, err)
	}
}

func TestUnquote(t *testing.T) {
	for raw, want := range map[string]string{
		`"\b\f\n\r\t\/\\\""`:         "\b\f\n\r\t/\\\"",
		`"\u0041\u00fc\uD83D\uDE00"`: "Aü😀",
		`"\ud83d"`:                   "\ufffd",
		`"\ud83dx"`:                  "\ufffdx",
		`"\ud83d\u0041"`:             "\ufffdA",
		`"\ude00\ud83d"`:             "\ufffd\ufffd",
		`"\u0000"`:                   "\x00",
	} {
		if got := unquote(raw); got != want {
			t.Errorf("unquote(%s) = %q, want %q", raw, got, want)
		}
	}
}

func TestDuplicateNames(t *testing.T) {
	many := `{"a":1`
	for i := range 60 {
		many += `,"` + strings.Repeat("x", i+1) + `":1`
	}
	for _, tt := range []struct{ text, duplicate string }{
		{`{"a":1,"b":{"a":2}}`, ""},
		{`{"a":1,"\u0061":2}`, "a"},
		{many + "}", ""},
		{many + `,"xx":1}`, "xx"},
		{many + `,"y":1,"y":2}`, "y"},
	} {
		v, err := Parse(tt.text)
		musttest.Do(t, err)
		m, found := v.Duplicate()
		if found != (tt.duplicate != "") || m.Name != tt.duplicate {
			t.Errorf("%.30s: got %q, %v", tt.text, m.Name, found)
		}
		if found && v.Get(tt.duplicate).Kind() != Absent {
			t.Errorf("%.30s: one of two values was taken", tt.text)
		}
	}
}

// TestLast: what JavaScript reads where a name occurs twice, and only there differs from Get.
func TestLast(t *testing.T) {
	v := object(t, `{"a":1,"b":["x",2,["y"],"\u0061"],"\u0061":false,"c":{"a":3}}`)
	for name, want := range map[string]string{"a": "false", "b": v.Get("b").Raw(), "none": ""} {
		if got := v.Last(name); got.Raw() != want {
			t.Errorf("%s: %q, want %q", name, got.Raw(), want)
		}
	}
	if got := v.Get("b").Texts(); !reflect.DeepEqual(got, []string{"x", "a"}) || v.Texts() != nil {
		t.Errorf("texts: %q, %q", got, v.Texts())
	}
	var names []string
	musttest.Do(t, ParseMembers(v.Raw(), func(m Member) { names = append(names, m.Name+m.Value.Raw()) }))
	if want := []string{"a1", "b" + v.Get("b").Raw(), "afalse", `c{"a":3}`}; !reflect.DeepEqual(names, want) {
		t.Errorf("members: %q, want %q", names, want)
	}
	if err := ParseMembers(`{"a":1,}`, func(Member) {}); err == nil || !strings.HasPrefix(err.Error(), "byte 7: ") {
		t.Errorf("got %v", err)
	}
}

func TestWith(t *testing.T) {
	for _, tt := range []struct{ object, want string }{
		{`{}`, `{"k":[1]}`},
		{`{ }`, `{ "k":[1]}`},
		{`{"b": 1.50, "a" :9007199254740993}`, `{"b": 1.50, "a" :9007199254740993,"k":[1]}`},
		{`{"b":1,"k" : {"k":2} ,"c":"<&>\u003c"}`, `{"b":1,"k" : [1] ,"c":"<&>\u003c"}`},
		{`{"\u006b":null}`, `{"\u006b":[1]}`},
	} {
		v, err := Parse(tt.object)
		musttest.Do(t, err)
		one, _ := Parse("[1]")
		got, err := v.With("k", one)
		if err != nil || got.Raw() != tt.want {
			t.Errorf("%s: got %s, %v; want %s", tt.object, got.Raw(), err, tt.want)
		}
		// Values inside a document know their place in it.
		outer, _ := Parse(`[0,` + tt.object + `]`)
		for inner := range outer.Elements() {
			if inner.Kind() == Object {
				if got, err := inner.With("k", one); err != nil || got.Raw() != tt.want {
					t.Errorf("inside a document, %s: got %s, %v", tt.object, got.Raw(), err)
				}
			}
		}
	}
	twice, _ := Parse(`{"k":1,"k":2}`)
	if _, err := twice.With("k", twice); !errors.Is(err, ErrDuplicate) {
		t.Errorf("a duplicate name: %v", err)
	}
	list, _ := Parse(`[]`)
	if _, err := list.With("k", twice); err == nil {
		t.Error("an array got a member")
	}
	if _, err := twice.With("x", Value{}); err == nil {
		t.Error("an absent value was written")
	}
}

func TestPosition(t *testing.T) {
	text := []byte("ab\nüx\r\ny")
	for offset, want := range map[int][2]int{0: {1, 1}, 2: {1, 3}, 3: {2, 1}, 5: {2, 2}, 8: {3, 1}, 99: {3, 2}} {
		if line, column := Position(text, offset); [2]int{line, column} != want {
			t.Errorf("offset %d: %d:%d, want %v", offset, line, column, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e+3,"\u00e9\n",null,true,{}]}`, `[`, `"\ud83d\ude00"`, `{"a":1,"a":2}`, ` [ ] `, "\xff", `1e5`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := Parse(b)
		if want := json.Valid(b) && utf8.Valid(b); (err == nil) != want {
			if err == nil || !strings.Contains(err.Error(), "too deep") {
				t.Fatalf("Parse: %v; encoding/json: %v", err, want)
			}
		}
		if err != nil {
			return
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		musttest.Do(t, d.Decode(&want))
		if got := decode(v); !hasDuplicates(v) && !reflect.DeepEqual(got, want) {
			t.Fatalf("decoded %#v, want %#v", got, want)
		}
	})
}

func decode(v Value) any {
	switch v.Kind() {
	case Object:
		m := map[string]any{}
		for member := range v.Members() {
			m[member.Name] = decode(member.Value)
		}
		return m
	case Array:
		list := []any{}
		for e := range v.Elements() {
			list = append(list, decode(e))
		}
		return list
	case String:
		return v.String()
	case Number:
		return json.Number(v.Raw())
	case Bool:
		return v.IsTrue()
	}
	return nil
}

func hasDuplicates(v Value) bool {
	if _, found := v.Duplicate(); found {
		return true
	}
	for m := range v.Members() {
		if hasDuplicates(m.Value) {
			return true
		}
	}
	for e := range v.Elements() {
		if hasDuplicates(e) {
			return true
		}
	}
	return false
}
