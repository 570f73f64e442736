package toolrule

import (
	"reflect"
	"strings"
	"testing"

	"neverask/hooks/rule/strictjson"

	"neverask/settings/musttest"
)

// TestIDsTellRulesApart: what a rule is about and does has a part in the ID that is
// made for it.
func TestIDsTellRulesApart(t *testing.T) {
	other := Rule{
		Tool: "Edit", When: []Condition{{Field: "a", Matches: "b"}}, Project: "/w", Modes: []string{"plan"}, Act: Ask, Message: "m", Patch: []Edit{{Field: "a", Delete: true}},
	}
	for _, f := range Fields() {
		r := Rule{Tool: "Bash", Act: Deny}
		before := r.NewID()
		f.Of(&r).Take(f.Of(&other))
		if f.Part != strictjson.Naming && r.NewID() == before {
			t.Errorf("%s: another one makes no other ID", f.Name)
		}
	}
}

func TestConditionsOnALine(t *testing.T) {
	for _, row := range append(musttest.Table(t, "testdata/conditions.tsv", 2), []string{strings.Repeat("x", 9) + " ! ", "error"}) {
		line, want := row[0], row[1]
		c, err := ParseCondition(line)
		got := c.String()
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
		if again, err := ParseCondition(got); got != "error" && (err != nil || !reflect.DeepEqual(again, c)) {
			t.Errorf("%q: read again: %+v, %v", line, again, err)
		}
	}
}
