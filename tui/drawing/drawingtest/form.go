// Package drawingtest has what tests of the forms of rules share.
package drawingtest

import (
	"slices"
	"testing"

	"neverask/hooks/rule/strictjson"
	"neverask/tui/kit"
)

// HasRows checks that what a person gives as a line has one in the form of its rule, under
// its label, and says there what it is for. The form has no others but those of fields
// that are given in another way.
func HasRows[T any](t *testing.T, form *kit.Form, fields strictjson.Fields[T], others ...string) {
	t.Helper()
	given := map[string]bool{}
	for _, f := range fields {
		v := f.Of(new(T))
		if given[f.Name] = v.Given(); !v.Given() {
			continue
		}
		x := form.Field(f.Name)
		switch {
		case x == nil || x.Label != f.Label || len(x.Label) >= kit.LabelWidth:
			t.Errorf("%s: the form has no such row: %+v", f.Name, x)
		case x.Explain() == "" && f.Name != "answer":
			t.Errorf("%s: nothing says what it is for", f.Name)
		}
	}
	for _, x := range form.Fields {
		if !given[x.Name] && !slices.Contains(others, x.Name) {
			t.Errorf("the form has a row %s", x.Name)
		}
	}
}
