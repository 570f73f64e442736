package toolrule

import (
	"strings"
	"testing"
)

func TestTools(t *testing.T) {
	for text, want := range map[string]struct{ yes, no string }{
		"Bash":                     {"Bash", "bash BashOutput AskUserQuestion"},
		"Bash|Edit, Write":         {"Bash Edit Write", "MultiEdit Bash|Edit"},
		"mcp__github__*":           {"mcp__github__push mcp__github__", "mcp__github mcp__gitlab__push xmcp__github__push mcp__github__AskUserQuestion"},
		"mcp__github__.*":          {"mcp__github__push", "mcp__githubs__push"},
		"mcp__*__write*|Write":     {"mcp__a__write mcp__a__write_file Write", "mcp__a__read Writer"},
		"^(Edit|mcp__fs__.*)$":     {"Edit mcp__fs__x", "MultiEdit"},
		"^(?:Edit|Write)$":         {"Edit Write", "NotebookEdit"},
		"^Edit$":                   {"Edit", "MultiEdit Edits"},
		"(Edit|Write)":             {"Edit Write", "NotebookEdit"},
		"*":                        {"Bash mcp__a__b Agent", "AskUserQuestion mcp__conductor__AskUserQuestion"},
		".*":                       {"Bash", "AskUserQuestion"},
		"Task":                     {"Task Agent", "Tasks"},
		"Agent":                    {"Agent", "Task"},
		"*Edit":                    {"Edit MultiEdit NotebookEdit", "EditX"},
		"mcp__srv__AskUserOther":   {"mcp__srv__AskUserOther", ""},
		"mcp__a-b_c__do-it":        {"mcp__a-b_c__do-it", "mcp__a__do-it"},
		"N*b*k*t":                  {"NotebookEdit", "NotebookEdits Nobk"},
		" Bash , Edit ":            {"Bash Edit", ""},
		"mcp__ask__*User*Question": {"mcp__ask__xUserYQuestion", "mcp__ask__AskUserQuestion"},
	} {
		tools, err := ParseTools(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for name := range strings.FieldsSeq(want.yes) {
			if !tools.Match(name) {
				t.Errorf("%s does not match %s", text, name)
			}
		}
		for name := range strings.FieldsSeq(want.no) {
			if tools.Match(name) {
				t.Errorf("%s matches %s", text, name)
			}
		}
	}
}

func TestToolsThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "names no tool",
		" , ":                       "empty",
		"Bash||Edit":                "",
		"AskUserQuestion":           "asks questions",
		"Bash|AskUserQuestion":      "asks questions",
		"mcp__c__AskUserQuestion":   "asks questions",
		"mcp__*__AskUserQuestion":   "asks questions",
		"Ask*":                      "asks questions",
		"*Question":                 "asks questions",
		"mcp__github":               `write "mcp__github__*"`,
		"Ba.h":                      "no name",
		"Bash+":                     "no name",
		"[Bb]ash":                   "no name",
		`\w+`:                       "no name",
		"^(?!Bash$).*":              "go together",
		"^(?!Bash).*$":              "no name",
		"^Bash":                     "go together",
		"Bash$":                     "go together",
		"^Edit|Write$":              "parentheses",
		"^(Edit)|(Write)$":          "no name",
		"Bash(git push:*)":          "no name",
		"Ünïcode":                   "no name",
		"Two Words":                 "no name",
		"^":                         "go together",
		"Bash|mcp__x__y|mcp__alone": "is a server",
	} {
		_, err := ParseTools(text)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestMatcher(t *testing.T) {
	const except = `^(?!(?:AskUserQuestion|mcp__.+__AskUserQuestion)$)`
	for list, want := range map[string]string{
		"":                              "",
		"Bash":                          "Bash",
		"Bash; Bash":                    "Bash",
		"Write|Edit; Bash; Edit":        "Bash|Edit|Write",
		"mcp__a__*":                     except + "(?:mcp__a__.*)$",
		"mcp__a__*; Bash; mcp__a__push": except + "(?:Bash|mcp__a__.*)$",
		"mcp__a__*; mcp__a__*":          except + "(?:mcp__a__.*)$",
		"Bash; *":                       except,
		".*":                            except,
		"[broken; Bash":                 "Bash",
		"[broken":                       "",
	} {
		var rules []Rule
		for tool := range strings.SplitSeq(list, "; ") {
			if tool != "" {
				rules = append(rules, Rule{Tool: tool, Act: Ask})
			}
		}
		if got := Matcher(rules); got != want {
			t.Errorf("%s: got %s, want %s", list, got, want)
		}
	}
	broken := []Rule{{Tool: "Bash", Act: Ask, When: []Condition{{Field: "command", Matches: "("}}}}
	if got := Matcher(broken); got != "" {
		t.Errorf("a broken rule has its tools hooked: %s", got)
	}
}
