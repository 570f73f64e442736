package dispatch

import (
	"slices"
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

func TestWords(t *testing.T) {
	for matcher, want := range map[string]string{
		"": "everything", "*": "everything", "Bash": "exactly Bash", "Bash| Edit": "exactly Bash or Edit", "a,b|c": "exactly a, b or c",
		"|": "nothing: it names nothing", "Bash.*": "pattern Bash.*", "(": "nothing: it is not a regular expression",
	} {
		if got := Words(&matcher); got != want {
			t.Errorf("%q: %q, want %q", matcher, got, want)
		}
	}
	if got := Words(nil); got != "everything" {
		t.Errorf("none: %q", got)
	}
}

// TestStandings: what keeps a hook from running is said, and only what the person did not intend counts as failing.
func TestStandings(t *testing.T) {
	t.Parallel()
	sound, broken := config.Source{File: "sound"}, config.Source{File: "broken", Off: "it is not valid JSON"}
	off := config.Source{File: "sound", Off: "disableAllHooks is set"}
	var all []config.Hook
	cases := []struct {
		source                 config.Source
		event, kind, why, says string
		state                  State
	}{
		{sound, "PreToolUse", "command", "", "active", Active},
		{sound, "PreToolUse", "command", "the same command", "duplicate", Duplicate},
		{off, "PreToolUse", "command", "disableAllHooks", "off", Off},
		{broken, "PreToolUse", "command", "not valid JSON", "invalid", Invalid},
		{sound, "BeforeTool", "command", `no event "BeforeTool"`, "cannot run", UnknownEvent},
		{sound, "SessionStart", "prompt", "prompt", "cannot run", NeverCalled},
	}
	for _, c := range cases {
		all = append(all, config.Hook{Source: c.source, Group: config.Group{Event: c.event}, Handler: config.Handler{Type: c.kind, Command: "true"}})
	}
	got := Standings(config.Sources{Findings: []config.Finding{{File: "broken"}}}, all)
	for i, c := range cases {
		if s := got[i]; s.State != c.state || !strings.Contains(s.Why, c.why) || s.State.Words() != c.says {
			t.Errorf("%s at %s: %q, %s, want %q", c.kind, c.event, s, s.State.Words(), c.state)
		}
	}
	if at := Failing(append(got, HookState{State: Fails}, HookState{State: Never})); !slices.Equal(at, []int{4, 5, 6, 7}) {
		t.Errorf("failing are %v", at)
	}
}

// TestEveryEventIsDescribed: the list is that of the events, no more and no less.
func TestEveryEventIsDescribed(t *testing.T) {
	all := Events()
	if len(all) != len(hooks.Events()) {
		t.Errorf("%d of %d events", len(all), len(hooks.Events()))
	}
	for _, e := range hooks.Events() {
		if about, ok := Describe(e); !ok || about.What == "" || about.Returns == "" {
			t.Errorf("%s is not described", e)
		}
	}
}

func FuzzCommandMatches(f *testing.F) {
	f.Add("git *", "git status && echo $(x)")
	f.Fuzz(func(_ *testing.T, rule, line string) { commandMatches(rule, line) })
}
