package toolrule

import (
	"strings"
	"testing"

	"neverask/hooks"
)

func parse(t *testing.T, text string) hooks.Value {
	t.Helper()
	v, err := hooks.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestPatch(t *testing.T) {
	const input = ` {"command" : "a \u00e4\/ b", "timeout":1.50e2, "deep":{ "list":[1, {"x":"y"} ,3] , "z":null},"big":12345678901234567890}`
	for name, tt := range map[string]struct {
		patch string // the edits
		want  string // old → new, of the text above
		fails string
	}{
		"set a member":          {`{"field":"timeout","set":7}`, "1.50e2 → 7", ""},
		"set another kind":      {`{"field":"timeout","set":{"a" : [1]}}`, `1.50e2 → {"a" : [1]}`, ""},
		"set null":              {`{"field":"timeout","set":null}`, "1.50e2 → null", ""},
		"set a new member":      {`{"field":"new","set":true}`, `890} → 890,"new":true}`, ""},
		"set a deep one":        {`{"field":"deep.list.1.x","set":"w"}`, `"y" → "w"`, ""},
		"set a new deep one":    {`{"field":"deep.list.1.n","set":1}`, `"y"} → "y","n":1}`, ""},
		"set an element":        {`{"field":"deep.list.2","set":9}`, `,3] → ,9]`, ""},
		"beyond the list":       {`{"field":"deep.list.3","set":9}`, "", "not there"},
		"below nothing":         {`{"field":"no.a","set":9}`, "", "no object"},
		"below a text":          {`{"field":"command.a","set":9}`, "", "no object"},
		"below null":            {`{"field":"deep.z.a","set":9}`, "", "no object"},
		"a leading zero":        {`{"field":"deep.list.01","set":9}`, "", "not there"},
		"delete the first":      {`{"field":"command","delete":true}`, `"command" : "a \u00e4\/ b",  → `, ""},
		"delete the last":       {`{"field":"big","delete":true}`, `,"big":12345678901234567890 → `, ""},
		"delete between":        {`{"field":"timeout","delete":true}`, `, "timeout":1.50e2 → `, ""},
		"delete the only one":   {`{"field":"deep.list.1.x","delete":true}`, `{"x":"y"} → {}`, ""},
		"delete an element":     {`{"field":"deep.list.1","delete":true}`, `, {"x":"y"} → `, ""},
		"delete the first one":  {`{"field":"deep.list.0","delete":true}`, `1, {"x → {"x`, ""},
		"delete what is not":    {`{"field":"no","delete":true}`, ` → `, ""},
		"replace":               {`{"field":"command","replace":"b$","with":"c"}`, `a \u00e4\/ b → a ä/ c`, ""},
		"replace with groups":   {`{"field":"deep.list.1.x","replace":"(y)","with":"${1}${1}$$"}`, `"y" → "yy$"`, ""},
		"replace nothing":       {`{"field":"command","replace":"zzz","with":"c"}`, ` → `, ""},
		"replace in a number":   {`{"field":"timeout","replace":"1","with":"2"}`, "", "not a text"},
		"replace in nothing":    {`{"field":"no","replace":"1","with":"2"}`, "", "not there"},
		"two edits":             {`{"field":"timeout","set":1},{"field":"command","delete":true}`, `"command" : "a \u00e4\/ b", "timeout":1.50e2 → "timeout":1`, ""},
		"one after the other":   {`{"field":"n","set":"x"},{"field":"n","replace":"x","with":"y"}`, `890} → 890,"n":"y"}`, ""},
		"all or none":           {`{"field":"timeout","set":1},{"field":"no","replace":"x","with":"y"}`, "", "not there"},
		"the same value":        {`{"field":"timeout","set":1.50e2}`, ` → `, ""},
		"a name that is a dot":  {`{"field":"a\\.b","set":1}`, `890} → 890,"a.b":1}`, ""},
		"a name that is digits": {`{"field":"0","set":1}`, `890} → 890,"0":1}`, ""},
	} {
		rule, err := parseRule([]byte(`{"tool":"T","act":"ask","patch":[` + tt.patch + `]}`))
		if err != nil {
			t.Fatal(name, err)
		}
		before := parse(t, input)
		after, err := New(nil).patch(rule, before)
		if tt.fails != "" {
			if err == nil || !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("%s: got %v, want %q", name, err, tt.fails)
			}
			for _, act := range []Act{Ask, Allow} {
				want := map[Act]Act{Ask: Ask}[act]
				rule.Act = act
				d := New([]Rule{rule}).Decide(Call{"T", before}, Situation{}, nil)
				if d.Act != want || d.Input.Kind() != hooks.Absent {
					t.Errorf("%s: the patch of a rule to %s does not apply, and it says %+v", name, act, d)
				}
			}
			continue
		}
		old, now, _ := strings.Cut(tt.want, " → ")
		if want := strings.Replace(before.Raw(), old, now, 1); err != nil || after.Raw() != want {
			t.Errorf("%s: got %s, %v, want %s", name, after.Raw(), err, want)
		}
	}
}

func TestPatchOfWhatCannotBeWrittenAgain(t *testing.T) {
	for text, want := range map[string]string{
		`{"c":"\ud800 x"}`:    "cannot be written again",
		`{"c":"x","c":"x"}`:   "there twice",
		`{"d":{"c":1,"c":2}}`: "not there",
	} {
		r := Rule{Tool: "T", Act: Ask, Patch: []Edit{{Field: "c", Replace: "x", With: "y"}}}
		if _, err := New(nil).patch(r, parse(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
