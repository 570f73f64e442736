package toolrule

import (
	"strings"
	"testing"

	"neverask/hooks"

	"neverask/settings/musttest"
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
	for _, row := range musttest.Table(t, "testdata/patch.tsv", 5) {
		name, fails := row[0], row[4]
		rule, err := parseRule([]byte(`{"tool":"T","act":"ask","patch":[` + row[1] + `]}`))
		if err != nil {
			t.Fatal(name, err)
		}
		before := parse(t, input)
		after, err := New(nil).patch(rule, before)
		if fails != "" {
			if err == nil || !strings.Contains(err.Error(), fails) {
				t.Errorf("%s: got %v, want %q", name, err, fails)
			}
			if d := New([]Rule{rule}).Decide(Call{"T", before}, Situation{}, nil); d.Act != Ask || d.Input.Kind() != hooks.Absent {
				t.Errorf("%s: the patch does not apply, and the rule says %+v", name, d)
			}
			continue
		}
		if want := strings.Replace(before.Raw(), row[2], row[3], 1); err != nil || after.Raw() != want {
			t.Errorf("%s: got %s, %v, want %s", name, after.Raw(), err, want)
		}
	}
}

func TestPatchOfWhatCannotBeWrittenAgain(t *testing.T) {
	for text, want := range map[string]string{
		`{"c":"\ud800 x"}`:    "without loss",
		`{"c":"x","c":"x"}`:   "occurs twice",
		`{"d":{"c":1,"c":2}}`: "missing",
	} {
		r := Rule{Tool: "T", Act: Ask, Patch: []Edit{{Field: "c", Replace: "x", With: "y"}}}
		if _, err := New(nil).patch(r, parse(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
