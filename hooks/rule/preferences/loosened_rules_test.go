package preferences

import (
	"fmt"
	"strings"
	"testing"

	"neverask/hooks/rule/question"
)

// parsed reads preferences in which every rule must hold.
func parsed(t *testing.T, content string) question.Preferences {
	t.Helper()
	p, problems, err := question.ParsePreferences([]byte(content))
	if err != nil || len(problems) > 0 {
		t.Fatalf("%s: %v, %v", content, problems, err)
	}
	return p
}

func TestCompare(t *testing.T) {
	never := func(match, more string) string {
		return `{"id":"a","match":{` + match + `},"mode":"never-ask","answer":"Yes"` + more + `}`
	}
	asks := func(match, more string) string {
		return `{"id":"a","match":{` + match + `},"mode":"always-ask"` + more + `}`
	}
	const text, both = `"text":"Run the tests?"`, `"text":"Run the tests?","header":"H"`
	mode := func(m string) string { return strings.Replace(never(text, ""), "never-ask", m, 1) }
	other := func(rule string) string { return strings.Replace(rule, `"a"`, `"b"`, 1) }
	for _, tt := range []struct{ name, before, now, want string }{
		{"nothing", never(text, ""), never(text, ""), ""},
		{"only written otherwise", never(text, ""), strings.Replace(never(text, ""), `"mode"`, "\n \"mode\"", 1), ""},
		{"a note and a date", never(text, ""), never(text, `,"note":"x","created":{"by":"y"}`), ""},
		{"appeared", "", never(text, ""), "a appeared: the rule is new"},
		{"appeared, always-ask", "", asks(text, ""), ""},
		{"another id", never(text, ""), strings.Replace(never(text, ""), `"a"`, `"b"`, 1), ""},
		{"a copy", never(text, ""), never(text, "") + "," + strings.Replace(never(text, ""), `"a"`, `"b"`, 1), "b appeared: the rule is new"},
		{"gone", never(text, ""), "", ""},
		{"gone, always-ask", asks(text, ""), "", "a gone: the rule asked, and is gone"},
		{"always-ask, another id", asks(text, ""), strings.Replace(asks(text, ""), `"a"`, `"b"`, 1), ""},

		{"less asking", asks(text, ""), never(text, ""), "a widened: its mode was always ask"},
		{"less asking by a step", mode("prefer"), mode("ask-only-for-one-way"), "a widened: its mode was prefer"},
		{"less asking by the last step", mode("ask-only-for-one-way"), never(text, ""), "a widened: its mode was reversible"},
		{"more asking", never(text, ""), asks(text, ""), ""},
		{"more asking by a step", never(text, ""), mode("prefer"), ""},
		{"one-way", never(text, ""), never(text, `,"oneWay":"allow"`), "a widened: it may now answer about irreversible actions"},
		{"no more one-way", never(text, `,"oneWay":"allow"`), never(text, ""), ""},

		{"by the options", never(text, ""), never(text, `,"same":"options"`), "a widened: it now answers by the options, however a question is worded"},
		{"by everything again", never(text, `,"same":"options"`), never(text, `,"same":"everything"`), ""},
		{"a marker", never(`"marker":"m"`, `,"same":"everything"`), never(`"marker":"m"`, ""), "a widened: it now answers by the options, however a question is worded"},

		{"a wider match", never(both, ""), never(text, ""), "a widened: it matches more questions"},
		{"a narrower match", never(text, ""), never(both, ""), ""},
		{"another match", never(text, ""), never(`"header":"H"`, ""), "a changed: it matches other questions"},
		{"another pattern", never(`"pattern":"^a"`, ""), never(`"pattern":"."`, ""), "a changed: it matches other questions"},
		{"other options", never(`"options":["a","b"]`, ""), never(`"options":["a"]`, ""), "a changed: it matches other questions"},
		{"everywhere", never(text, `,"project":"/p"`), never(text, ""), "a widened: it matches more questions"},
		{"a directory above", never(text, `,"project":"/p/q"`), never(text, `,"project":"/p"`), "a widened: it matches more questions"},
		{"a directory below", never(text, `,"project":"/p"`), never(text, `,"project":"/p/q"`), ""},
		{"one project", never(text, ""), never(text, `,"project":"/p"`), ""},
		{"another project", never(text, `,"project":"/p"`), never(text, `,"project":"/q"`), "a changed: it matches other questions"},
		{"a wider match in one project", never(both, ""), never(text, `,"project":"/p"`), "a changed: it matches other questions"},
		{"always-ask for less", asks(text, ""), asks(both, ""), "a widened: it asks fewer questions"},
		{"always-ask in one project", asks(text, ""), asks(text, `,"project":"/p"`), "a widened: it asks fewer questions"},
		{"always-ask for more", asks(both, ""), asks(text, ""), ""},
		{"always-ask for others", asks(text, ""), asks(`"header":"H"`, ""), "a changed: it matches other questions"},

		{"a narrower match beside one that asks", never(text, "") + "," + other(asks(text, "")), never(both, "") + "," + other(asks(text, "")), "a changed: it matches other questions, or with another rank"},
		{"always-ask for more, below one that answers", asks(both, "") + "," + other(never(text, "")), asks(text, "") + "," + other(never(text, "")), "a changed: it matches other questions, or with another rank"},
		{"one of two that contradict is gone", never(text, "") + "," + other(strings.Replace(never(text, ""), "Yes", "No", 1)), never(text, ""), "b gone: the rule is gone, and rule a answers what it matched"},
		{"one that prefers is gone", mode("prefer"), "", "a gone: the rule asked, and is gone"},

		{"another answer", never(text, ""), strings.Replace(never(text, ""), "Yes", "No", 1), "a changed: it has another answer"},
		{"a label for a word", never(text, ""), strings.Replace(never(text, ""), `"Yes"`, `"recommended"`, 1), "a changed: it has another answer"},
		{"a kept answer, never asked again", mode("always-ask"), never(text, ""), "a widened: its mode was always ask"},
		{"a kept answer, another one", mode("always-ask"), strings.Replace(mode("always-ask"), "Yes", "No", 1), "a changed: it keeps another answer"},
		{"a kept answer where there was none", asks(text, ""), mode("always-ask"), "a changed: it keeps another answer"},
		{"a kept answer is gone", mode("always-ask"), asks(text, ""), ""},
		{"everything", mode("prefer"), strings.Replace(never(`"header":"H"`, ""), "Yes", "No", 1), "a widened: its mode was prefer; it matches other questions; it has another answer"},
	} {
		file := func(rules string) question.Preferences {
			return parsed(t, `{"version":1,"rules":[`+rules+`]}`)
		}
		var got []string
		for _, o := range compareRules(file(tt.before), file(tt.now)) {
			got = append(got, fmt.Sprintf("%s %s: %s", o.ID, o.Kind, o.Message))
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCompareSettings(t *testing.T) {
	for _, tt := range []struct{ name, before, now, want string }{
		{"partial", `"partial":"off",`, ``, "partial widened"},
		{"partial by name", `"partial":"off",`, `"partial":"on",`, "partial widened"},
		{"no partial", ``, `"partial":"off",`, ""},
		{"spawned", `"session":"attended",`, `"session":"spawned",`, "session widened"},
		{"not spawned", `"session":"spawned",`, `"session":"attended",`, ""},
		{"a server answers", ``, `"mcp":{"a":"answers"},`, "mcp/a widened"},
		{"a server that is denied as ever", ``, `"mcp":{"conductor":"deny"},`, ""},
		{"a server from deny to answers", `"mcp":{"a":"deny"},`, `"mcp":{"a":"answers"},`, "mcp/a widened"},
		{"a server asks", `"mcp":{"a":"answers"},`, `"mcp":{"a":"ask"},`, ""},
	} {
		file := func(settings string) question.Preferences {
			return parsed(t, `{`+settings+`"version":1,"rules":[]}`)
		}
		var got []string
		for _, o := range compareRules(file(tt.before), file(tt.now)) {
			got = append(got, o.ID+" "+o.Kind)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
