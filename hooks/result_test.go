package hooks

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"neverask/settings/jsontext"
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

// native is what the client gets to read.
func native(t *testing.T, r Result, event Event, input string) string {
	t.Helper()
	out, err := r.Native(event, object(t, input))
	musttest.Do(t, err)
	return strings.TrimSuffix(string(out.JSON()), "\n")
}

const preToolUse = `{"hookSpecificOutput":{"hookEventName":"PreToolUse",`

func TestAllowDenyAndAskSemantics(t *testing.T) {
	const ls = `{"command":"ls","x":1.0, "timeout":30}`
	longer := object(t, `{"command":"ls -l"}`)
	for _, tt := range []struct {
		name  string
		input string // {"a":1} unless it says
		r     Result
		want  string
	}{
		{"ask with an input", ls, Result{Decision: Ask, UpdatedInput: longer}, preToolUse + `"permissionDecision":"ask","updatedInput":{"command":"ls -l","x":1.0, "timeout":30}}}`},
		{"ask with a reason and an input", ls, Result{Decision: Ask, Message: "rewritten <&>", UpdatedInput: longer},
			preToolUse + `"permissionDecision":"ask","permissionDecisionReason":"rewritten <&>","updatedInput":{"command":"ls -l","x":1.0, "timeout":30}}}`},
		{"ask with a reason", ls, Result{Decision: Ask, Message: "why"}, preToolUse + `"permissionDecision":"ask","permissionDecisionReason":"why"}}`},
		{"nothing", "", Result{}, ""},
		{"allow", "", Result{Decision: Allow, Message: "m"}, preToolUse + `"permissionDecision":"allow","permissionDecisionReason":"m"}}`},
		{"allow with input", "", Result{Decision: Allow, UpdatedInput: object(t, `{"b":2}`)}, preToolUse + `"permissionDecision":"allow","updatedInput":{"a":1,"b":2}}}`},
		{"deny", "", Result{Decision: Deny, Message: "m"}, preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"m"}}`},
		{"deny drops the input", "", Result{Decision: Deny, UpdatedInput: object(t, `{"b":2}`)}, preToolUse + `"permissionDecision":"deny"}}`},
		{"ask", "", Result{Decision: Ask}, preToolUse + `"permissionDecision":"ask"}}`},
		{"defer", "", Result{Decision: Defer}, preToolUse + `"permissionDecision":"defer"}}`},
		{"context", "", Result{SystemPrompt: "c"}, preToolUse + `"additionalContext":"c"}}`},
		{"a message alone", "", Result{Message: "m"}, `{"systemMessage":"m"}`},
		{"input alone", "", Result{UpdatedInput: object(t, `{"a":null}`)}, preToolUse + `"updatedInput":{"a":null}}}`},
	} {
		if got := native(t, tt.r, EventPreToolUse, cmp.Or(tt.input, `{"a":1}`)); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestDecisionOverBlocked(t *testing.T) {
	for _, tt := range []struct {
		decision Decision
		blocked  *bool
		want     Decision
		conflict bool
	}{
		{Allow, new(true), Allow, true},
		{Ask, new(true), Ask, true},
		{Defer, new(true), Defer, true},
		{Deny, new(false), Deny, true},
		{Deny, new(true), Deny, false},
		{Allow, new(false), Allow, false},
		{Ask, new(false), Ask, false},
		{Ask, nil, Ask, false},
	} {
		r := Result{Decision: tt.decision, Blocked: tt.blocked}
		if got := r.EffectiveDecision(); got != tt.want {
			t.Errorf("%s: got %q, want %q", r.JSON(), got, tt.want)
		}
		if err := r.Conflict(); (err != nil) != tt.conflict {
			t.Errorf("%s: conflict %v", r.JSON(), err)
		}
	}
}

func TestBlockedOnly(t *testing.T) {
	for _, tt := range []struct {
		blocked *bool
		want    Decision
		wire    string
	}{
		{new(true), Deny, preToolUse + `"permissionDecision":"deny","permissionDecisionReason":"m"}}`},
		{new(false), Allow, preToolUse + `"permissionDecision":"allow","permissionDecisionReason":"m"}}`},
		{nil, NoDecision, `{"systemMessage":"m"}`},
	} {
		r := Result{Blocked: tt.blocked, Message: "m"}
		if got := r.EffectiveDecision(); got != tt.want || r.Conflict() != nil {
			t.Errorf("%s: got %q, %v", r.JSON(), got, r.Conflict())
		}
		if got := native(t, r, EventPreToolUse, `{}`); got != tt.wire {
			t.Errorf("got  %s\nwant %s", got, tt.wire)
		}
	}
}

func TestSerialisationWithAllFields(t *testing.T) {
	r := Result{Decision: Ask, Blocked: new(false), Message: "<a> & \"b\"\n", SystemPrompt: "s\u2028é", UpdatedInput: object(t, `{"z":1.50,"a":"<&>"}`)}
	want := `{"decision":"ask","message":"<a> & \"b\"\n","blocked":false,"system_prompt":"s` + "\u2028" + `é","updated_input":{"z":1.50,"a":"<&>"}}`
	if got := string(r.JSON()); got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
	back, err := ParseResult(want)
	if err != nil || !same(back, r) || string(back.JSON()) != want {
		t.Errorf("read back: %s, %v", back.JSON(), err)
	}
	// Inside other values, by encoding/json, which escapes again but keeps the meaning.
	b, err := json.Marshal(map[string]Result{"r": r})
	var m map[string]Result
	if err2 := json.Unmarshal(b, &m); err != nil || err2 != nil || m["r"].Message != r.Message || !bytes.Contains(b, []byte("1.50")) {
		t.Errorf("through encoding/json: %s, %v, %v", b, err, err2)
	}
}

func TestValueTypesArePreserved(t *testing.T) {
	const input = `{"i":30,"f":1.50,"e":1e+3,"big":9007199254740993,"s":"30","t":true,"n":null,"l":[1,"1",[]],"o":{"b":1,"a":{}}}`
	r, err := ParseResult(`{"decision":"allow","updated_input":` + input + `}`)
	musttest.Do(t, err)
	if got := r.UpdatedInput.Raw(); got != input {
		t.Errorf("read: %s", got)
	}
	if want := preToolUse + `"permissionDecision":"allow","updatedInput":{"i":30,` + input[len(`{"i":30,`):] + `}}`; native(t, r, EventPreToolUse, `{"i":"30"}`) != want {
		t.Errorf("native: %s", native(t, r, EventPreToolUse, `{"i":"30"}`))
	}
	for _, text := range []string{
		``, `[]`, `"deny"`, `{"decision":"deny"} x`,
		`{"decision":"block"}`, `{"decision":"Deny"}`, `{"decision":""}`, `{"decision":true}`,
		`{"blocked":"true"}`, `{"blocked":1}`, `{"message":1}`, `{"system_prompt":["x"]}`,
		`{"updated_input":[]}`, `{"updated_input":"{}"}`, `{"updated_input":7}`,
		`{"blocked":true,"blocked":false}`,
	} {
		if r, err := ParseResult(text); err == nil {
			t.Errorf("%s: got %s", text, r.JSON())
		}
	}
}

func TestMerge(t *testing.T) {
	for _, tt := range []struct{ input, patch, want string }{
		{`{}`, `{}`, `{}`},
		{`{}`, `{"a":1,"b":2}`, `{"a":1,"b":2}`},
		{`{ }`, `{"a":1}`, `{ "a":1}`},
		{`{"command":"ls","timeout":30}`, `{"command":"pwd"}`, `{"command":"pwd","timeout":30}`},
		{`{"a" : 1.50, "b":2 ,"c":3 }`, `{"d":0.0,"c":{"x":null},"a":null}`, `{"a" : null, "b":2 ,"c":{"x":null} ,"d":0.0}`},
		{`{"o":{"keep":1}}`, `{"o":{"new":2}}`, `{"o":{"new":2}}`},
		{`{"\u0061":1}`, `{"a":2}`, `{"\u0061":2}`},
		{`{"a":1}`, `{"\u0062<":2}`, `{"a":1,"b<":2}`},
	} {
		// A value that stands inside a document knows its place there.
		list := object(t, `[0, `+tt.input+`]`)
		for _, input := range []Value{object(t, tt.input), last(list)} {
			before := input.Raw()
			got, err := Merge(input, object(t, tt.patch))
			if err != nil || got.Raw() != tt.want {
				t.Errorf("%s + %s: got %s, %v; want %s", tt.input, tt.patch, got.Raw(), err, tt.want)
			}
			if input.Raw() != before {
				t.Errorf("%s: the argument was changed to %s", before, input.Raw())
			}
		}
	}
	obj := object(t, `{"a":1}`)
	for _, bad := range []Value{{}, object(t, `[]`), object(t, `null`), object(t, `"x"`), object(t, `1`)} {
		if _, err := Merge(bad, obj); !errors.Is(err, errNotObject) {
			t.Errorf("input %q: %v", bad.Raw(), err)
		}
		if _, err := Merge(obj, bad); !errors.Is(err, errNotObject) {
			t.Errorf("patch %q: %v", bad.Raw(), err)
		}
	}
	twice := object(t, `{"a":1,"\u0061":2}`)
	if _, err := Merge(twice, obj); !errors.Is(err, ErrDuplicate) {
		t.Error(err)
	}
	if _, err := Merge(obj, twice); !errors.Is(err, ErrDuplicate) {
		t.Error(err)
	}
}

// last returns the last element of an array.
func last(list Value) (v Value) {
	for e := range list.Elements() {
		v = e
	}
	return v
}

// same compares results by what they say; a value's place in its document does
// not count.
func same(a, b Result) bool {
	a.UpdatedInput, b.UpdatedInput = jsontext.Known(a.UpdatedInput.Raw()), jsontext.Known(b.UpdatedInput.Raw())
	return reflect.DeepEqual(a, b)
}

func TestCombine(t *testing.T) {
	in := func(text string) Value { return object(t, text) }
	for _, tt := range []struct {
		name string
		of   []Result
		want Result
	}{
		{"none", nil, Result{}},
		{"one", []Result{{Decision: Allow, Message: "m"}}, Result{Decision: Allow, Message: "m"}},
		{"allow over none", []Result{{Message: "x"}, {Decision: Allow, Message: "m"}}, Result{Decision: Allow, Message: "m"}},
		{"ask over allow", []Result{{Decision: Ask, Message: "a"}, {Decision: Allow, Message: "m"}}, Result{Decision: Ask, Message: "a"}},
		{"defer over ask", []Result{{Decision: Ask, UpdatedInput: in(`{"a":1}`)}, {Decision: Defer}}, Result{Decision: Defer}},
		{"deny over defer", []Result{{Decision: Defer}, {Blocked: new(true), Message: "d"}, {Decision: Allow}}, Result{Decision: Deny, Message: "d"}},
		{"reasons are joined", []Result{{Decision: Deny, Message: "1", SystemPrompt: "s"}, {Decision: Allow, Message: "x", SystemPrompt: "t"}, {Decision: Deny, Message: "2"}},
			Result{Decision: Deny, Message: "1\n2", SystemPrompt: "s\nt"}},
		{"inputs are merged in order", []Result{{Decision: Allow, UpdatedInput: in(`{"a":1,"b":1}`)}, {UpdatedInput: in(`{"b":2,"c":2}`)}, {Decision: Ask, UpdatedInput: in(`{"a":3}`)}},
			Result{Decision: Ask, UpdatedInput: in(`{"a":3,"b":2,"c":2}`)}},
		{"a refusal has no input", []Result{{Decision: Deny}, {UpdatedInput: in(`[]`)}}, Result{Decision: Deny}},
	} {
		got, err := Combine(tt.of...)
		if err != nil || !same(got, tt.want) {
			t.Errorf("%s: got %s, %v; want %s", tt.name, got.JSON(), err, tt.want.JSON())
		}
	}
	for _, bad := range []Result{{Decision: "approve"}, {UpdatedInput: in(`[]`)}} {
		if got, err := Combine(Result{Decision: Allow}, bad); err == nil {
			t.Errorf("%s: got %s", bad.JSON(), got.JSON())
		}
	}
}

func FuzzResult(f *testing.F) {
	f.Add(`{"decision":"ask","message":"m","blocked":true,"system_prompt":"s","updated_input":{"a":1.50}}`)
	f.Add(`{"message":"\u003c\ud83d","blocked":null,"updated_input":{}}`)
	f.Add(`{"blocked":false,"x":[{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseResult(text)
		if err != nil {
			return
		}
		b := r.JSON()
		if !json.Valid(b) {
			t.Fatalf("not JSON: %s", b)
		}
		back, err := ParseResult(b)
		if err != nil || !same(back, r) || !bytes.Equal(back.JSON(), b) {
			t.Fatalf("%s became %s, %v", b, back.JSON(), err)
		}
	})
}

func FuzzMerge(f *testing.F) {
	f.Add(`{"a":1,"b" : [ ]}`, `{"b":2,"c":null}`)
	f.Add(`{ }`, `{"x":{}}`)
	f.Add(`[]`, `{}`)
	f.Fuzz(func(t *testing.T, a, b string) {
		input, err := Parse(a)
		patch, err2 := Parse(b)
		if err != nil || err2 != nil {
			return
		}
		got, err := Merge(input, patch)
		plain := input.Kind() == Object && patch.Kind() == Object
		if plain {
			_, twice := input.Duplicate()
			_, twice2 := patch.Duplicate()
			plain = !twice && !twice2
		}
		if (err == nil) != plain {
			t.Fatalf("error %v", err)
		}
		if err != nil {
			return
		}
		checked, err := Parse(got.Raw())
		if err != nil {
			t.Fatalf("%s: %v", got.Raw(), err)
		}
		want := map[string]string{}
		for m := range input.Members() {
			want[m.Name] = m.Value.Raw()
		}
		for m := range patch.Members() {
			want[m.Name] = m.Value.Raw()
		}
		have := map[string]string{}
		for m := range checked.Members() {
			have[m.Name] = m.Value.Raw()
		}
		if !reflect.DeepEqual(have, want) || checked.Len() != len(want) {
			t.Fatalf("got %v, want %v", have, want)
		}
	})
}
