package config

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNarrow(t *testing.T) {
	for _, c := range []struct{ matcher, want string }{
		{"(absent)", otherTools + ".*"},
		{"", otherTools + ".*"},
		{"*", otherTools + ".*"},
		{"AskUserQuestion|Bash", "Bash"},
		{"Bash,AskUserQuestion", "Bash"},
		{"Bash| AskUserQuestion |Edit", "Bash|Edit"},
		{"Read | Bash,AskUserQuestion", "Read | Bash"},
		{"mcp__a__AskUserQuestion|Edit", "Edit"},
		{"AskUserQuestion", ""},
		{"AskUserQuestion|", ""},
		{"AskUserQuestion|mcp__a__AskUserQuestion", ""},
		{"^AskUserQuestion$", ""},
		{"(AskUserQuestion|mcp__.*__AskUserQuestion)", ""},
		{QuestionMatcher, ""},
		{"Ask.*", otherTools + ".*?(?:Ask.*)"},
		{"(", ""},
	} {
		matcher := &c.matcher
		if c.matcher == "(absent)" {
			matcher = nil
		}
		got, ok := Narrow(matcher)
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.matcher, got, c.want)
		}
		from, narrowed := Narrowed(got)
		pattern := strings.HasPrefix(got, otherTools)
		if narrowed != pattern || pattern && from != c.matcher && !ParseMatcher(matcher).All() {
			t.Errorf("%q was narrowed from %q, got %q, %v", got, c.matcher, from, narrowed)
		}
	}
}

// TestNarrowKeepsEverythingElse compares a narrowed matcher with the original
// on many names: they differ on the tools that ask questions, and only there.
func TestNarrowKeepsEverythingElse(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	tools := []string{"AskUserQuestion", "mcp__a__AskUserQuestion", "mcp__a_b__c__AskUserQuestion", "mcp____AskUserQuestion", "Bash", "Edit", "AskUserQuestions",
		"XAskUserQuestion", "askuserquestion", "mcp__a__ask", "mcp__a__AskUserQuestion2", "Ask", "a", "mcp__AskUserQuestion", "NotebookEdit"}
	pieces := []string{"AskUserQuestion", "Bash", "mcp__", "a", ".*", ".", "^", "$", "|", "(", ")", "(?:", "(?!", "(?=", "(?<=", "(?<n>", "[A-Z]", "[^_]", "+", "?", "*", "{2}", `\w`, `\b`, `\1`, `\k<n>`, "__", ",", " ", "Ask", "Question"}
	question := QuestionMatcher
	isOurs := ParseMatcher(&question)
	compared := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(pick(pieces))
		}
		matcher := b.String()
		m := ParseMatcher(&matcher)
		narrowed, ok := Narrow(&matcher)
		if !ok {
			for _, tool := range tools {
				if m.Match(tool) && !isOurs.Match(tool) && !onlyQuestions(matcher) {
					t.Fatalf("%q fires for %s, but cannot be narrowed", matcher, tool)
				}
			}
			continue
		}
		n := ParseMatcher(&narrowed)
		for range 4 {
			tool := pick(tools)
			compared++
			if got, want := n.Match(tool), m.Match(tool) && !isOurs.Match(tool); got != want {
				t.Fatalf("%q became %q: on %s it is %v, want %v", matcher, narrowed, tool, got, want)
			}
		}
	}
	if compared < 5_000 {
		t.Errorf("only %d comparisons", compared)
	}
}

// TestOnlyQuestions: a pattern that has another use must not be taken for one
// that has none.
func TestOnlyQuestions(t *testing.T) {
	for pattern, want := range map[string]bool{
		"^AskUserQuestion$": true, "(AskUserQuestion|mcp__.*__AskUserQuestion)": true, "(?:AskUserQuestion)$": true, `^mcp__[\w-]+__AskUserQuestion$`: true,
		".*Question": false, "AskUserQuestion|Bash.*": false, "AskUser.*": false, "(AskUserQuestion|Edit)x?": false, "mcp__.*": false,
	} {
		if got := onlyQuestions(pattern); got != want {
			t.Errorf("%q: got %v", pattern, got)
		}
	}
}
