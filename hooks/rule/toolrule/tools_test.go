package toolrule

import (
	"strings"
	"testing"

	"neverask/settings/musttest"
)

func TestTools(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/tools.tsv", 3) {
		text := row[0]
		tools, err := ParseTools(text)
		musttest.Do(t, err)
		for name := range strings.FieldsSeq(row[1]) {
			if !tools.Match(name) {
				t.Errorf("%s does not match %s", text, name)
			}
		}
		for name := range strings.FieldsSeq(row[2]) {
			if tools.Match(name) {
				t.Errorf("%s matches %s", text, name)
			}
		}
	}
}

func TestToolsThatAreRefused(t *testing.T) {
	for _, row := range musttest.Table(t, "testdata/refused-tools.tsv", 2) {
		text, want := row[0], row[1]
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
