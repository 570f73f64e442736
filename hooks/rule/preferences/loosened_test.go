package preferences

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestLoosened(t *testing.T) {
	rule := func(id, match, mode, more string) string {
		return fmt.Sprintf(`{"id":%q,"match":{%s},"mode":%q%s}`, id, match, mode, more)
	}
	const text, other, yes, no = `"text":"Run the tests?"`, `"header":"Color"`, `,"answer":"Yes"`, `,"answer":"No"`
	answers, refuses := rule("a", text, "never-ask", yes), rule("b", text, "never-ask", no)
	asks := rule("c", text, "always-ask", "")
	for _, tt := range []struct {
		name          string
		before, after []string
		want          string // the IDs
	}{
		{"the same", []string{answers}, []string{answers}, ""},
		{"another order", []string{answers, asks}, []string{asks, answers}, ""},
		{"a rule that asks", nil, []string{asks}, ""},
		{"a rule that answers", nil, []string{answers}, "a"},
		{"no rule that asks", []string{asks}, nil, "c"},
		{"no rule that prefers", []string{rule("p", text, "prefer", yes)}, nil, "p"},
		{"no rule that answers", []string{answers}, nil, ""},
		{"another id", []string{answers}, []string{strings.Replace(answers, `"a"`, `"z"`, 1)}, ""},
		{"more care", []string{answers}, []string{rule("a", text, "prefer", yes)}, ""},
		{"asks from now on", []string{answers}, []string{rule("a", text, "always-ask", yes)}, ""},

		{"one of two that contradict", []string{answers, refuses}, []string{answers}, "b"},
		{"one of two that agree", []string{answers, rule("b", text, "never-ask", yes)}, []string{answers}, ""},
		{"one that another overrules, which is bolder", []string{rule("b", `"exact":"Run the tests?"`, "ask-only-for-one-way", yes), answers}, []string{answers}, "b"},
		{"one beside another for what it does not match", []string{rule("a", `"header":"Tests"`, "never-ask", yes), rule("o", other, "never-ask", no)}, []string{rule("a", `"header":"Tests"`, "never-ask", yes)}, ""},
		{"one beside another for what it may match", []string{answers, rule("o", `"pattern":"tests"`, "never-ask", no)}, []string{answers}, "o"},
		{"one beside another for another text", []string{answers, rule("o", `"exact":"Build?"`, "never-ask", no)}, []string{answers}, ""},

		{"a rank above one that asks", []string{answers, asks}, []string{rule("a", text, "never-ask", yes+`,"project":"/p"`), asks}, "a"},
		{"a narrower match with the rank above one that asks", []string{rule("a", other, "never-ask", yes), rule("c", other, "always-ask", "")},
			[]string{rule("a", other+`,"options":["Yes","No"]`, "never-ask", yes), rule("c", other, "always-ask", "")}, "a"},
		{"a rank below one that answers", []string{rule("a", `"exact":"Run the tests?"`, "never-ask", yes), rule("c", `"exact":"Run the tests?"`, "always-ask", "")},
			[]string{rule("a", `"exact":"Run the tests?"`, "never-ask", yes), rule("c", text, "always-ask", "")}, "c"},
	} {
		file := func(list []string) []byte { return []byte(`{"version":1,"rules":[` + strings.Join(list, ",") + `]}`) }
		want(t, tt.name, file(tt.before), file(tt.after), tt.want)
	}
}

func TestLoosenedTools(t *testing.T) {
	rule := func(id, act, more string) string {
		return fmt.Sprintf(`{"id":%q,"tool":"Bash","act":%q%s}`, id, act, more)
	}
	patch := func(with string) string {
		return `,"patch":[{"field":"command","replace":"make ","with":"` + with + `"}]`
	}
	tells, patches, next := rule("a", "context", `,"message":"m"`), rule("p", "ask", patch("make -n ")), rule("n", "ask", patch("make -k "))
	for _, tt := range []struct {
		name          string
		before, after []string
		want          string // the IDs
	}{
		{"the same", []string{tells, patches}, []string{tells, patches}, ""},
		{"another order", []string{tells, next}, []string{next, tells}, ""},
		{"no rule that tells Claude", []string{tells}, nil, ""},
		{"a rule that refuses in words", nil, []string{rule("d", "deny", `,"message":"no"`)}, "tool/d"},
		{"a rule that refuses in other words", []string{rule("d", "deny", `,"message":"no"`)}, []string{rule("d", "deny", `,"message":"use x"`)}, "tool/d"},
		{"a rule that asks in words", nil, []string{rule("d", "ask", `,"message":"verified safe"`)}, "tool/d"},
		{"a rule that asked and refuses, in the same words", []string{rule("d", "ask", `,"message":"no"`)}, []string{rule("d", "deny", `,"message":"no"`)}, ""},
		{"a rule that asks", nil, []string{rule("d", "ask", "")}, ""},
		{"no rule that refuses", []string{rule("d", "deny", `,"message":"no"`)}, nil, "tool/d"},
		{"no rule that changes calls", []string{tells, patches}, []string{tells}, "tool/p"},
		{"changes in another order", []string{patches, next}, []string{next, patches}, "toolRules"},
		{"refuses what it changed", []string{tells, patches}, []string{tells, rule("p", "deny", `,"message":"no"`)}, "tool/p"},
	} {
		file := func(list []string) []byte {
			return []byte(`{"version":1,"rules":[],"toolRules":[` + strings.Join(list, ",") + `]}`)
		}
		want(t, tt.name, file(tt.before), file(tt.after), tt.want)
	}
}

func want(t *testing.T, name string, before, after []byte, want string) {
	t.Helper()
	found, err := Loosened(before, after)
	musttest.Do(t, err)
	var got []string
	for _, o := range found {
		got = append(got, o.ID)
	}
	slices.Sort(got)
	if list := strings.Join(got, " "); list != want {
		t.Errorf("%s: got %q, want %q", name, list, want)
	}
}

// TestLoosenedStandingAnswers: what Claude is told from now on is named, whether the line is new or was changed.
func TestLoosenedStandingAnswers(t *testing.T) {
	t.Parallel()
	line := func(id, text, more string) string { return fmt.Sprintf(`{"id":%q,"line":%q%s}`, id, text, more) }
	tabs, here := line("a", "Use tabs", ""), line("a", "Use tabs", `,"project":"/p"`)
	for _, tt := range []struct {
		name          string
		before, after []string
		want          string // the IDs
	}{
		{"the same", []string{tabs}, []string{tabs}, ""},
		{"another order", []string{tabs, line("b", "Use make", "")}, []string{line("b", "Use make", ""), tabs}, ""},
		{"a new line", []string{tabs}, []string{tabs, line("b", "Use make", "")}, "tell/b"},
		{"no line", []string{tabs}, nil, ""},
		{"another text", []string{tabs}, []string{line("a", "Use spaces", "")}, "tell/a"},
		{"another id", []string{tabs}, []string{line("z", "Use tabs", "")}, ""},
		{"another note", []string{tabs}, []string{line("a", "Use tabs", `,"note":"why"`)}, ""},
		{"everywhere", []string{here}, []string{tabs}, "tell/a"},
		{"only in a project", []string{tabs}, []string{here}, ""},
		{"a line that does not hold", nil, []string{line("a", "", "")}, ""},
		{"a line that did not hold", []string{line("a", "Use tabs", `,"x":1`)}, []string{tabs}, "tell/a"},
	} {
		file := func(list []string) []byte {
			return []byte(`{"version":1,"rules":[],"tell":[` + strings.Join(list, ",") + `]}`)
		}
		want(t, tt.name, file(tt.before), file(tt.after), tt.want)
	}
	found, err := Loosened(nil, []byte(`{"version":1,"rules":[],"tell":[`+here+`]}`))
	musttest.Do(t, err)
	if len(found) != 1 || found[0].Kind != Appeared ||
		found[0].Message != `Claude is now also told: {"line":"Use tabs","project":"/p"}` {
		t.Errorf("%+v", found)
	}
}
