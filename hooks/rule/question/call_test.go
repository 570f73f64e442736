package question

import (
	"fmt"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/settings/musttest"
)

func TestIsTool(t *testing.T) {
	for _, tt := range []struct {
		name, server string
		ok           bool
	}{
		{"AskUserQuestion", "", true},
		{"mcp__conductor__AskUserQuestion", "conductor", true},
		{"mcp__a__b__AskUserQuestion", "a__b", true},
		{"mcp____AskUserQuestion", "", false},
		{"mcp__AskUserQuestion", "", false},
		{"mcp__a__AskUserQuestions", "", false},
		{"askuserquestion", "", false},
		{"Bash", "", false},
		{"", "", false},
	} {
		if server, ok := IsTool(tt.name); server != tt.server || ok != tt.ok {
			t.Errorf("%q: got %q, %v", tt.name, server, ok)
		}
	}
}

func TestParseCall(t *testing.T) {
	c := parseCall(t, "mcp__srv__AskUserQuestion", `{"questions":[
		{"question":"A\u0041?","header":"H","multiSelect":true,"options":[{"label":"x","description":"d","preview":"p"},{"label":"y","description":null}],"extra":1},
		{"question":"B?","options":null}],"metadata":{"source":"s"}}`)
	if got := fmt.Sprintf("%s %s %s %d", c.Tool, c.Server, c.Source, len(c.Questions)); got != "mcp__srv__AskUserQuestion srv s 2" {
		t.Error(got)
	}
	q := c.Questions[0]
	if q.Text != "AA?" || q.RawText().Raw() != `"A\u0041?"` || q.Header != "H" || !q.Multi ||
		strings.Join(q.Labels(), " ") != "x y" || q.Options[0].Description != "d" {
		t.Errorf("%+v", q)
	}
	if q := c.Questions[1]; q.Text != "B?" || q.Header != "" || q.Multi || len(q.Options) != 0 {
		t.Errorf("%+v", q)
	}
	list := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	for _, row := range append(musttest.Table(t, "testdata/unreadable-calls.tsv", 2),
		[]string{"too many questions", `{"questions":[` + list(maxQuestions+1, `{"question":"A?"}`) + `]}`},
		[]string{"too many options", `{"questions":[{"question":"A?","options":[` + list(maxOptions+1, `{"label":"a"}`) + `]}]}`}) {
		v, err := hooks.Parse(row[1])
		musttest.Do(t, err)
		if c, err := ParseCall(Tool, v); err == nil {
			t.Errorf("%s: got %+v", row[0], c)
		}
	}
}
