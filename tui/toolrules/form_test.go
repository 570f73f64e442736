package toolrules

import (
	"reflect"
	"testing"

	"neverask/hooks/rule/toolrule"
	"neverask/tui/drawing/drawingtest"
	"neverask/tui/kit"
)

// TestConditionsOfTheForm: of several conditions only the one that was touched is read
// anew.
func TestConditionsOfTheForm(t *testing.T) {
	const home = "/home/me"
	base := toolrule.Rule{ID: "a", Tool: "Bash ", Act: toolrule.Ask, When: []toolrule.Condition{{Field: "command", Matches: " a "}, {Field: "command", Matches: "b"}}}
	for typed, want := range map[string]toolrule.Condition{
		"command !~ c": {Field: "command", Matches: "c", Not: true}, "file_path != ~/w": {Field: "file_path", Within: home + "/w", Not: true}, "": {},
	} {
		f := &form{list: &rulesPage{home: home}, base: base}
		f.fill(base)
		f.Fields[3].Line = kit.NewInput(typed)
		after := base
		after.When = base.When[:1:1]
		if want.Field != "" {
			after.When = append(after.When, want)
		}
		if got, err := f.rule(base); err != nil || !reflect.DeepEqual(got, after) {
			t.Errorf("%q: got %+v, %v", typed, got, err)
		}
		if got, err := f.rule(toolrule.Rule{Tool: "Edit", Act: toolrule.Deny, Message: "m"}); typed == "" && (err != nil || got.Tool != "Edit" || got.Message != "m") {
			t.Errorf("of another rule: %+v, %v", got, err)
		}
	}
}

// TestFormHasEveryField: what a person gives as a line has one in the form.
func TestFormHasEveryField(t *testing.T) {
	f := &form{list: &rulesPage{home: "/home/me"}}
	f.fill(toolrule.Rule{Act: toolrule.Ask})
	drawingtest.HasRows(t, &f.Form, toolrule.Fields(), "when")
}
