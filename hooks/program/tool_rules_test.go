package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/settings/musttest"
)

const pushRule = `{"version":1,"toolRules":[
	{"id":"push","tool":"Bash","when":[{"field":"command","matches":"\\bgit push\\b"}],"act":"ask","message":"Really?",
	 "patch":[{"field":"command","replace":"git push","with":"git push --dry-run"}]}]}`

// acts are the lines of the log of rules.
func (w *world) acts() []string {
	var lines []string
	for a := range eventlog.OpenRuleActs(w.paths.ToolRules()).RuleActs(time.Time{}) {
		lines = append(lines, fmt.Sprintf("%s %s %s %s %s %s", a.Session, a.ToolUseID, a.Tool, a.Act, a.Rules, a.Fields))
	}
	return lines
}

func TestToolRules(t *testing.T) {
	w := newWorld(t, pushRule)
	got := w.run(preBash("u1", "cd x && git push origin"), RulesArgument)
	want := `{"systemMessage":"neverask asks first: Really? (rule push; changed command)","hookSpecificOutput":{"hookEventName":"PreToolUse",` +
		`"permissionDecision":"ask","permissionDecisionReason":"neverask asks first: Really? (rule push; changed command)",` +
		`"updatedInput":{"command":"cd x && git push --dry-run origin","description":"d","timeout":1.50}}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := w.run(preBash("u2", "git status"), RulesArgument); got != "" {
		t.Errorf("a call that no rule is about: %s", got)
	}
	if got, want := strings.Join(w.acts(), "\n"), "s1 u1 Bash ask [push] [command]"; got != want {
		t.Errorf("log: %s", got)
	}
	if content, err := os.ReadFile(w.paths.ToolRules()); err != nil || strings.Contains(string(content), "origin") {
		t.Errorf("the log holds what stood in a field: %s, %v", content, err)
	}
}

func TestToolRulesPrintNothing(t *testing.T) {
	w := newWorld(t, `{"version":1,"toolRules":[{"id":"all","tool":"*","act":"deny","message":"no"}]}`)
	for name, payload := range map[string]string{
		"another event": strings.Replace(preBash("u", "ls"), "PreToolUse", "PostToolUse", 1),
		"a question":    pre(tests),
		"no payload":    "{",
		"no input":      `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`,
		"a text":        `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"x"}`,
	} {
		if got := w.run(payload, RulesArgument); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	// Without the argument the hook is there for questions alone.
	if got := w.run(preBash("u", "ls")); got != "" {
		t.Errorf("without the argument: %s", got)
	}
	if acts := w.acts(); len(acts) > 0 {
		t.Errorf("log: %s", acts)
	}
	for _, preferences := range []string{`{`, `{"version":2,"toolRules":[{"id":"all","tool":"*","act":"deny","message":"no"}]}`, `{"version":1}`} {
		w.prefer(preferences)
		if got := w.run(preBash("u", "ls"), RulesArgument); got != "" {
			t.Errorf("%s: %s", preferences, got)
		}
	}
	musttest.Do(t, os.Remove(w.paths.Preferences()))
	if got := w.run(preBash("u", "ls"), RulesArgument); got != "" {
		t.Errorf("without preferences: %s", got)
	}
}

// TestToolRulesAreReadAsTheyAre: an edit holds from the next call on, and a broken rule does
// nothing, of which status tells.
func TestToolRulesAreReadAsTheyAre(t *testing.T) {
	w := newWorld(t, strings.Replace(pushRule, `"toolRules":[`, `"toolRules":[{"id":"broken","tool":"Bash","act":"deny","message":"m","when":[{"field":"command","matches":"("}]},`, 1))
	if first := w.run(preBash("u1", "git push"), RulesArgument); !strings.Contains(first, "Really?") {
		t.Errorf("beside a broken rule: %q", first)
	}
	w.prefer(strings.Replace(pushRule, "Really?", "Again?", 1))
	if second := w.run(preBash("u2", "git push"), RulesArgument); !strings.Contains(second, "Again?") {
		t.Errorf("after an edit: %s", second)
	}
	if got := w.complaints(); len(got) > 0 {
		t.Errorf("complained: %q", got)
	}
}

func TestToolRulesKnowTheSession(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	musttest.Do(t, err)
	rule := func(members string) string {
		return `{"version":1,"toolRules":[{"id":"r","tool":"Write",` + members + `"act":"deny","message":"no"}]}`
	}
	payload := func(cwd, path, mode string) string {
		return fmt.Sprintf(`{"hook_event_name":"PreToolUse","session_id":"s","cwd":%q,"permission_mode":%q,"tool_name":"Write","tool_input":{"file_path":%q},"tool_use_id":"u"}`, cwd, mode, path)
	}
	for name, tt := range map[string]struct {
		preferences, payload string
		denied               bool
	}{
		"in the project":       {rule(`"project":` + hooks.StringOf(dir).Raw() + `,`), payload(dir, "a", "default"), true},
		"in another":           {rule(`"project":"/somewhere/else",`), payload(dir, "a", "default"), false},
		"in the mode":          {rule(`"modes":["plan"],`), payload(dir, "a", "plan"), true},
		"in another mode":      {rule(`"modes":["plan"],`), payload(dir, "a", "default"), false},
		"out of the project":   {rule(`"when":[{"field":"file_path","within":"project","not":true}],`), payload("/", "/elsewhere", "default"), true},
		"into the project":     {rule(`"when":[{"field":"file_path","within":"project","not":true}],`), payload("/", filepath.Join(dir, "a"), "default"), false},
		"into the home":        {rule(`"when":[{"field":"file_path","within":"HOME"}],`), payload("/", "~/a", "default"), true},
		"relative to the work": {rule(`"when":[{"field":"file_path","within":"project"}],`), payload(dir, "a", "default"), true},
	} {
		w := newWorld(t, "")
		w.prefer(strings.ReplaceAll(tt.preferences, `"HOME"`, hooks.StringOf(w.home).Raw()))
		w.env["CLAUDE_PROJECT_DIR"] = dir
		if out := w.run(tt.payload, RulesArgument); strings.Contains(out, `"deny"`) != tt.denied {
			t.Errorf("%s: %q", name, out)
		}
	}
}
