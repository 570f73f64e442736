package toolrule

import (
	"reflect"
	"regexp/syntax"
	"strings"
	"testing"

	"neverask/settings/must"
)

func TestRequired(t *testing.T) {
	for pattern, want := range map[string]string{
		`push`:                     "push",
		`(?i)push`:                 "",
		`git\s+(push)\b`:           "git push",
		`git|push`:                 "",
		`(?:git)+x`:                "git x",
		`(?:git)*x`:                "x",
		`(?:git){2,3}`:             "git",
		`(?:git){0,3}`:             "",
		`.*`:                       "",
		`^\bgit(?:\s-C\s\S+)*push`: "git push",
		`a?bc`:                     "bc",
		`é+`:                       "é",
	} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		must.Do(t, err)
		if got := strings.Join(required(re, nil), " "); got != want {
			t.Errorf("%s: got %q, want %q", pattern, got, want)
		}
	}
}

func TestCompiled(t *testing.T) {
	content := file(
		`{"tool":"Bash","act":"ask","when":[{"field":"command","matches":"git\\s+push"}]}`,
		`{"id":"broken","tool":"Bash","act":"ask","when":[{"field":"command","matches":"("}]}`,
		`{"id":"edit","tool":"Edit","act":"ask"}`,
		`{"id":"not","tool":"Bash","act":"ask","when":[{"field":"command","matches":"push","not":true}]}`)
	compiled, problems, err := Compile(content)
	if err != nil || len(problems) != 1 || problems[0].Rule != "broken" {
		t.Fatal(problems, err)
	}
	c, err := OpenCompiled(compiled)
	must.Do(t, err)
	all, _, _ := Parse(content)
	for call, want := range map[Call][]string{
		{"Bash", parse(t, `{"command":"git push"}`)}: {all[0].ID, "not"},
		{"Bash", parse(t, `{"command":"ls"}`)}:       {"not"},
		{"Bash", parse(t, `{}`)}:                     {"not"},
		{"Edit", parse(t, `{}`)}:                     {"edit"},
		{"Write", parse(t, `{}`)}:                    nil,
	} {
		found, err := c.For(call)
		var got []string
		for _, r := range found {
			got = append(got, r.ID)
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s: got %q, %v", call.Tool, call.Input.Raw(), got, err)
		}
	}
	if _, _, err := Compile([]byte("{")); err == nil {
		t.Error("no JSON is compiled")
	}
}

// FuzzCompiled: a call is decided alike by the rules found for it and by all.
func FuzzCompiled(f *testing.F) {
	f.Add(`a+b`, "command", "aab x", false)
	f.Add(`(?i)push|x(yz)+`, "a.0", "PUSH", true)
	f.Add(`\x{fffd}[^\n]{2}`, "timeout", "1", false)
	f.Fuzz(func(t *testing.T, pattern, field, value string, not bool) {
		content := file(
			`{"id":"r","tool":"Bash|mcp__*","act":"ask","when":[{"field":`+quote(field)+`,"matches":`+quote(pattern)+map[bool]string{true: `,"not":true`}[not]+`}]}`,
			`{"id":"s","tool":"*","act":"context","message":"m"}`)
		input := parse(t, `{"command":`+quote(value)+`,"a":[`+quote(value)+`],"timeout":1}`)
		all, _, err := Parse(content)
		must.Do(t, err)
		compiled, _, err := Compile(content)
		must.Do(t, err)
		c, err := OpenCompiled(compiled)
		must.Do(t, err)
		for _, tool := range []string{"Bash", "Edit", "mcp__a__b"} {
			call := Call{tool, input}
			few, err := c.For(call)
			must.Do(t, err)
			if got, want := New(few).Decide(call, Situation{}, nil), New(all).Decide(call, Situation{}, nil); !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v by those found, %+v by all", got, want)
			}
		}
	})
}
