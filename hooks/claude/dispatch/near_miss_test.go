package dispatch

import (
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
)

func TestNear(t *testing.T) {
	for _, c := range []struct{ matcher, value, why string }{
		{"bash", "Bash", "case-sensitive"},
		{"Edit|bash", "Bash", "case-sensitive"},
		{"mcp__shop", "mcp__shop__buy", "matches nothing: write mcp__shop__.*"},
		{"mcp__sho", "mcp__shop__buy", "write mcp__sho.*"},
		{"AskUser", "AskUserQuestion", "write AskUser.*"},
		{"AskUserQuestions", "AskUserQuestion", "misspelled"},
		{"Wirte", "Write", "misspelled"},
		{"Read", "Bash", ""},
		{"Edit", "Exit", "misspelled"},
		{"Glob", "Grep", ""},
		{"WebFetch", "WebSearch", ""},
		{"^bash$", "Bash", "case-sensitive"},
		{"(?i)bash", "Bash", "write (?i:bash)"},
		{"(", "Bash", "not a regular expression"},
		{"^ash$", "Bash", "anchored"},
		{"^Read$", "Bash", ""},
		{narrow("*"), "AskUserQuestion", "narrowed"},
		{narrow("Ask.*"), "AskUserQuestion", "narrowed"},
		{narrow("Ba.*"), "AskUserQuestion", ""},
		{narrow("Ba.*"), "bash", "case-sensitive"},
		{"", "Bash", ""},
		{"|", "Bash", "names nothing"},
	} {
		m := config.ParseMatcher(&c.matcher)
		if m.Match(c.value) {
			if c.why != "" {
				t.Errorf("%q fires for %s", c.matcher, c.value)
			}
			continue
		}
		got := near(m, &c.matcher, Call{Event: hooks.EventPreToolUse, Value: c.value})
		if (got == "") != (c.why == "") || !strings.Contains(got, c.why) {
			t.Errorf("%q for %s: %q, want %q", c.matcher, c.value, got, c.why)
		}
	}
}

func narrow(matcher string) string {
	narrowed, _ := config.Narrow(&matcher)
	return narrowed
}

func FuzzCommandMatches(f *testing.F) {
	f.Add("git *", "git status && echo $(x)")
	f.Fuzz(func(_ *testing.T, rule, line string) { commandMatches(rule, line) })
}
