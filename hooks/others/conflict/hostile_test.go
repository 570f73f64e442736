package conflict

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"neverask/hooks"
	"neverask/hooks/claude/config"
	"neverask/settings/musttest"
)

// TestHostileCommands: a command that only has one purpose, to cost the reader
// dearly, is not understood, or costs little.
func TestHostileCommands(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := CommandEnv{Home: dir, Project: dir, Env: []string{"PATH=" + dir}}
	for name, command := range map[string]string{
		"parentheses":        strings.Repeat("(", 300_000),
		"substitutions":      strings.Repeat("$(", 300_000),
		"braces":             strings.Repeat("{ ", 300_000),
		"arithmetic":         strings.Repeat("$((", 300_000),
		"defaults":           strings.Repeat("${a:-", 300_000),
		"megabytes":          strings.Repeat("if true; then true; fi\n", 300_000),
		"a doubling word":    "a=xxxxxxxxxxxxxxxx\n" + strings.Repeat("a=$a$a$a$a\n", 100) + "$a",
		"two doubling words": "a=xxxxxxxxxxxxxxxx\n" + strings.Repeat("b=$a$a$a$a\na=$b$b$b$b\n", 100) + "$a",
		"nested names":       strings.Repeat("$(dirname ", 2_000) + strings.Repeat(")", 2_000),
		"nested shells":      strings.Repeat("sh -c 'a' ", 2) + strings.Repeat("eval eval ", 5_000),
		"very many commands": strings.Repeat("a/b;", 60_000),
		"very many scripts":  "echo " + manyNames(20_000),
		"comments":           "#!/usr/bin/node\n" + strings.Repeat("/*\n", 80_000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := config.Hook{Group: config.Group{Event: "PreToolUse"}, Handler: config.Handler{Type: "command", Command: command}}
			s.Programs(h)
			if f := s.read(h).finding(hooks.EventPreToolUse); len(f.proof) == 0 {
				t.Error("nothing is said of it")
			}
		})
	}
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "x%d.sh ", i)
	}
	return b.String()
}

// TestTogether: what very many hooks name is read once, and so much of it as a review
// may cost. Of what was not read nothing is claimed.
func TestTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const size = 500_000
	text := "#!/usr/bin/python3\nsys.exit(2)\n" + strings.Repeat("# filler\n", size/9)
	const n = maxRead/size + 20
	for i := range n {
		musttest.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("s%d.py", i)), []byte(text), 0o700))
	}
	s := CommandEnv{Home: dir, Project: dir}.Remembering()
	verdict := func(command string) Verdict {
		f := s.read(config.Hook{Handler: config.Handler{Type: "command", Command: command}}).finding(hooks.EventPreToolUse)
		_, v := worst(f.effects)
		return v
	}
	for range 3 * n {
		if v := verdict(dir + "/s0.py"); v != Denies {
			t.Fatalf("the same script again: %s", v)
		}
	}
	unread := 0
	for i := range n {
		switch v := verdict(fmt.Sprintf("%s/s%d.py", dir, i)); v {
		case Denies:
		case Unknown:
			unread++
		default:
			t.Errorf("script %d: %s", i, v)
		}
	}
	if unread == 0 || unread > n/2 {
		t.Errorf("%d of %d scripts were not read", unread, n)
	}
	if v := verdict(dir + "/s0.py"); v != Denies {
		t.Errorf("a script that was read before: %s", v)
	}
}

// TestSignsAreFoundByTheirWords: what is looked for first, because it is quicker,
// hides no sign.
func TestSignsAreFoundByTheirWords(t *testing.T) {
	t.Parallel()
	samples := []string{
		`"permissionDecision": "deny"`, `behavior='deny'`, `permissionDecision: "ask"`, `"permissionDecision":"defer"`, `"behavior": "allow"`, `{"decision": "block"}`, `"decision": "approve"`,
		"exit 2", "sys.exit(2)", "os.Exit(2)", "process.exitCode = 2", `"continue": false`, "continue=False", "permissionDecision: decision", `"behavior": answer`,
		"updatedInput", "answers", "updatedToolOutput", "AskUserQuestion", "tool_name", "toolName", "if x", "case x", "match x", "switch x", "a && b", "a || b", "die unless x", "jq select(.x)",
		`"Bash"`, `'Edit'`, `"Write"`, `"MultiEdit"`, `"Read"`, `"Glob"`, `"Grep"`, `"WebFetch"`, `"WebSearch"`, `"Task"`, `"NotebookEdit"`,
	}
	matched := map[string]bool{}
	for _, text := range samples {
		found := signsIn(text)
		for _, d := range detectors() {
			if d.pattern.MatchString(text) {
				matched[d.name] = true
				if found[d.name] != 1 {
					t.Errorf("%s is not found in %q", d.name, text)
				}
			}
		}
	}
	for _, d := range detectors() {
		if !matched[d.name] {
			t.Errorf("no sample has %s", d.name)
		}
	}
}
