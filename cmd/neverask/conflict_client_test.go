//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// other is a hook of others that takes its time, leaves a mark when it runs,
// and answers with the second option.
const other = `import json, os, sys, time
call = json.load(sys.stdin)
open(os.path.expanduser("~/ran"), "a").write(call["tool_name"] + "\n")
time.sleep(2)
if call["tool_name"] == "AskUserQuestion":
    inp = call["tool_input"]
    inp["answers"] = {q["question"]: q["options"][1]["label"] for q in inp["questions"]}
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": inp}}))
`

// rewriter writes the script and the settings that run it.
func (l lab) rewriter(matcher string) {
	l.t.Helper()
	l.write("other.py", other)
	l.write(".claude/settings.json", fmt.Sprintf(`{"hooks": {"PreToolUse": [{"matcher": %q, "hooks": [{"type": "command", "command": "python3 ~/other.py"}]}]}}`, matcher))
}

// write puts a file below the home directory.
func (l lab) write(name, content string) {
	l.t.Helper()
	path := filepath.Join(l.Home, name)
	musttest.Write(l.t, path, content)
}

// ran lists the tools that the hook of others ran for.
func (l lab) ran() string {
	l.t.Helper()
	b, err := os.ReadFile(filepath.Join(l.Home, "ran"))
	if err != nil && !os.IsNotExist(err) {
		l.t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(b)), " ")
}

// TestClientWithAConflictResolved: without a resolution the slower hook wins; with
// each of them neverask's answer arrives. Without -client.whole the client is not asked where other tests say what fires.
func TestClientWithAConflictResolved(t *testing.T) {
	ct.Daily(t, 3)
	t.Parallel()
	for _, c := range []struct {
		resolution, matcher, answer, ran string
		whole                            bool
	}{
		{"leave", "*", "moment", "AskUserQuestion", false},
		{"narrow", "*", "date-fns (Recommended)", "", false},
		{"park", "AskUserQuestion", "date-fns (Recommended)", "", true},
	} {
		t.Run(c.resolution+" "+c.matcher, func(t *testing.T) {
			l := newLab(t)
			l.rewriter(c.matcher)
			before := musttest.Read(t, l.SettingsPath())
			l.neverask("install", "--on-conflict", c.resolution, "--yes")
			if *ct.Whole || !c.whole {
				l.seenRule(libraries(), "--question", library, "--answer", "recommended")
				l.says(l.answered(l.host(), ct.Ask(libraries())), `"`+library+`"="`+c.answer+`"`)
				if got := l.ran(); got != c.ran {
					t.Errorf("their hook ran for %q, want %q", got, c.ran)
				}
			}
			l.neverask("uninstall", "--yes")
			if after, err := os.ReadFile(l.SettingsPath()); err != nil || string(after) != string(before) {
				t.Errorf("after uninstall the settings are\n%s\n%v", after, err)
			}
		})
	}
}
