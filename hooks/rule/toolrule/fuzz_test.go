package toolrule

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func quote(s string) string { return hooks.StringOf(s).Raw() }

// FuzzParse: whatever is read can be written and read again, and is good.
func FuzzParse(f *testing.F) {
	for _, r := range []string{denies, asks, tells, deletes, `{"tool":"*","act":"ask","when":[{"field":"a.b","within":"project","not":true}],"modes":["plan"]}`, `[]`} {
		f.Add(r)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, problems, err := Parse([]byte(text))
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 || err != nil {
				t.Fatalf("%+v, %v", p, err)
			}
		}
		for _, r := range all {
			if r.Check() != nil || r.ID == "" {
				t.Fatalf("%+v: %v", r, r.Check())
			}
		}
		r, err := parseRule([]byte(text))
		if err != nil {
			return
		}
		var written strings.Builder
		enc := json.NewEncoder(&written)
		enc.SetEscapeHTML(false)
		musttest.Do(t, enc.Encode(r))
		again, err := parseRule([]byte(written.String()))
		if err != nil {
			t.Fatalf("%s: %v", written.String(), err)
		}
		if again.NewID() != r.NewID() && !strings.ContainsAny(text, " \t\r\n") {
			t.Fatalf("%s is not %s", written.String(), text)
		}
	})
}

// FuzzDecide: a decision never panics, is the same with a trace and a second time, and
// what it sends is a whole input in which nothing but the named fields changed.
func FuzzDecide(f *testing.F) {
	f.Add(asks, `{"command":"x","n":1}`)
	f.Add(deletes, `{"command":"x"}`)
	f.Add(`{"tool":"Bash","act":"ask","patch":[{"field":"a.0","set":1},{"field":"b","replace":".*","with":"$0$0"}]}`, `{"a":[{}],"b":"\ud800"}`)
	f.Fuzz(func(t *testing.T, rule, text string) {
		r, err := parseRule([]byte(rule))
		input, inputErr := hooks.Parse(text)
		if err != nil || inputErr != nil || strings.Contains(rule, "within") {
			return
		}
		r.Tool = "Bash"
		call := Call{"Bash", input}
		d := New([]Rule{r}).Decide(call, Situation{}, nil)
		if again := New([]Rule{r}).Decide(call, Situation{}, &Trace{}); !reflect.DeepEqual(d, again) {
			t.Fatalf("%+v is not %+v", again, d)
		}
		if out := d.Output().JSON(); len(out) > 0 {
			if _, err := hooks.ParseOutput(hooks.EventPreToolUse, out); err != nil {
				t.Fatal(err)
			}
		}
		if d.Input.Kind() == hooks.Absent {
			return
		}
		if d.Input.Kind() != hooks.Object {
			t.Fatalf("the input became %s", d.Input.Raw())
		}
		checkOthers(t, r, input, d.Input)
	})
}

// checkOthers compares the members of the input that no edit is about.
func checkOthers(t *testing.T, r Rule, before, after hooks.Value) {
	t.Helper()
	named := map[string]bool{}
	for _, e := range r.Patch {
		path, err := ParsePath(e.Field)
		musttest.Do(t, err)
		named[path[0]] = true
	}
	var was, is []string
	for m := range before.Members() {
		if !named[m.Name] {
			was = append(was, m.Name, m.Value.Raw())
		}
	}
	for m := range after.Members() {
		if !named[m.Name] {
			is = append(is, m.Name, m.Value.Raw())
		}
	}
	if !reflect.DeepEqual(was, is) {
		t.Fatalf("%s became %s", before.Raw(), after.Raw())
	}
}

// FuzzTools: what a list of tools matches, the installed matcher must not be
// narrower by a plain name.
func FuzzTools(f *testing.F) {
	f.Add("Bash|Edit", "Bash")
	f.Add("^(mcp__a__.*)$", "mcp__a__b")
	f.Add("**A*B*", "xAyB")
	f.Fuzz(func(t *testing.T, text, tool string) {
		tools, err := ParseTools(text)
		if err != nil {
			return
		}
		if tools.Match(tool) && isQuestion(tool) {
			t.Fatalf("%q is for %q", text, tool)
		}
		if Matcher([]Rule{{Tool: text, Act: Ask}}) == "" {
			t.Fatalf("%q needs no hook", text)
		}
	})
}
