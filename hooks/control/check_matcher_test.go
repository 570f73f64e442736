package control

import (
	"strings"
	"testing"

	"neverask/hooks"
)

func TestMatchers(t *testing.T) {
	for _, m := range []string{
		"", "*", "Bash", "Bash|Edit", "Bash, Edit", "AskUserQuestion|", "mcp__.*", "^(?!AskUserQuestion$).*", "(?<=x)y", `(?<name>Ask)\k<name>`,
		`(a)\1`, `\/`, "(AskUserQuestion|mcp__.*__AskUserQuestion)", "[^x]", `\d+`, `a{2,3}`, "!Bash",
		`\u0041sk.*`, "[^]x", "[]", ".{1,2000}", `[\b]`, `\e`, "(?i:ask)", "(?i-s:ask)", "(?-i:ask)", "a{,3}", "a{2", "]}", `\k<name`, `\Qa\E`, "(?=a)*", "a+?", "()",
		"[a-z-9]", `[\d-a]`, "a{2}?", "(?:a|)", `\cA`, "é+", "(?<é>x)",
	} {
		if err := checkMatcher(m); err != nil {
			t.Errorf("%q: %v", m, err)
		}
	}
	for _, m := range []string{"AskUserQuestion(", "[a", "*Bash*", "a**", "(?i)ask", "(?P<n>x)", `x\`, `(?<n>x)\k<name>`, `(?<n>x)\k`, "(?U)Bash", "(?>a)", "(?#a)b", "(?'n'a)", "(?<1>a)",
		"a{3,2}", "[z-a]", "a)", "(", "(?", "|*", "^*", `\b+`, "(?<=a)*", "{2}a|", "a{2}{3}", "a???", "(?ii:a)", "(?i-i:a)", "(?-:a)", "(?:",
	} {
		if err := checkMatcher(m); err == nil {
			t.Errorf("%q is taken", m)
		}
	}
}

// TestMatchersThatMissTheirMark are taken, with a warning.
func TestMatchersThatMissTheirMark(t *testing.T) {
	for m, want := range map[string]string{
		"mcp__server": "mcp__server__.*", "Bash|mcp__a, mcp__b__c": "mcp__a__.*", "Bash(git *)": "not a permission rule", "Bash(npm test:*)": "not a permission rule",
		"Bash": "", "mcp__server__tool": "", "mcp__server__.*": "", "Edit|Write": "", "(Bash|Edit)": "", "Bash(?!x)": "", "Notebook(Edit|Read)": "", "": "",
	} {
		r, err := NewRegistry(nil, Entry{Event: hooks.EventPreToolUse, Matcher: m, Hooks: []Hook{HookFunc(ok)}})
		if err != nil {
			t.Errorf("%s: %v", m, err)
			continue
		}
		if got := strings.Join(r.Warnings(), "\n"); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: warned of %q", m, got)
		}
	}
}
