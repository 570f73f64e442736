//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// withRules makes a lab with settings in which calls of tools go to the hook. Rules that
// match nothing keep it so whatever rules a story adds: the client reads changed settings
// only after a while.
func withRules(t *testing.T, settings string, tools ...string) *told {
	t.Helper()
	l := newLab(t)
	l.Settings(settings)
	for _, tool := range tools {
		l.toolRule(tool, "--act", "context", "--message", "nothing", "--when", "command~^nothing$")
	}
	l.neverask("install", "--yes")
	rules := musttest.Read(t, filepath.Join(l.Home, ".config", "neverask", "preferences.json"))
	return &told{lab: l, rules: string(rules)}
}

// toolRule adds a rule for a tool as a person does.
func (l lab) toolRule(args ...string) {
	l.t.Helper()
	l.neverask(append([]string{"rules", "add", "tool", "--yes"}, args...)...)
}

// remove removes files of the project.
func (l lab) remove(names ...string) {
	l.t.Helper()
	for _, name := range names {
		if err := os.Remove(filepath.Join(l.Project, name)); err != nil {
			l.t.Error(err)
		}
	}
}

// touch returns a call that leaves a file of this name in the project.
func touch(name string) map[string]any {
	return map[string]any{"command": "touch " + name, "description": "make a file", "timeout": 60000}
}

// made fails unless the project holds exactly these files.
func (l lab) made(names ...string) {
	l.t.Helper()
	entries, err := os.ReadDir(l.Project)
	musttest.Do(l.t, err)
	var got []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			got = append(got, e.Name())
		}
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		l.t.Errorf("the project holds %q, not %q", got, names)
	}
}

// TestClientRules has rules for a tool that the client allows by itself, so that only they
// are in the way.
func TestClientRules(t *testing.T) {
	s := withRules(t, `{"permissions":{"allow":["Bash","Write"]}}`, "Bash")
	s.Session = s.Interactive("--permission-mode", "default")
	wanted := ct.ToolUse("Bash", touch("wanted"))
	s.story(t, "ClientRulesChangeACommandAndAsk", func(l lab) {
		l.toolRule("Bash", "--id", "r", "--act", "ask", "--message", "Is this right?", "--replace", "command=/wanted/changed/")
		after := s.ask(wanted)
		screen := s.WaitDialog("touch changed")
		for _, text := range []string{"neverask asks first: Is this right? (rule r; changed command)", "make a file"} {
			if !strings.Contains(screen, text) {
				l.t.Errorf("the dialog lacks %q:\n%s", text, screen)
			}
		}
		l.made()
		s.Key("enter")
		if r := s.result(); r.IsError {
			l.t.Errorf("%+v", r)
		}
		l.made("changed")
		if out := l.neverask("rules", "list"); !strings.Contains(out, "(1× in 7 days)") {
			l.t.Errorf("the act is not in the log:\n%s", out)
		}
		s.WaitText(after)
		l.remove("changed")
	})
	s.story(t, "ClientRulesRefuse", func(l lab) {
		l.toolRule("Bash", "--id", "no", "--when", "command~wanted", "--act", "deny", "--message", "Make no files.")
		after := s.ask(wanted)
		r := s.result()
		l.says(r, "The user has a rule against this (no): Make no files.")
		if !r.IsError {
			l.t.Errorf("%+v", r)
		}
		s.WaitText("neverask refused this call: Make no files. (rule no)")
		s.WaitText(after)
		l.made()
	})
	s.story(t, "ClientRulesTellClaude", func(l lab) {
		l.toolRule("Bash", "--act", "context", "--message", "Files are made by hand here.")
		s.unasked(l, wanted)
		l.made("wanted")
		l.WaitRequest("the context", func(r ct.Request) bool { return strings.Contains(r.Text(), "Files are made by hand here.") })
		l.remove("wanted")
	})
	s.story(t, "ClientRulesThatAreBroken", func(l lab) {
		l.preferences(`{"version":1,"toolRules":[
		{"id":"bad","tool":"Bash","when":[{"field":"command","matches":"("}],"act":"deny","message":"no"},
		{"id":"good","tool":"Bash","act":"context","message":"This was seen."}]}`)
		s.unasked(l, wanted)
		l.made("wanted")
		l.WaitRequest("the context", func(r ct.Request) bool { return strings.Contains(r.Text(), "This was seen.") })
		if out := l.neverask("status"); !strings.Contains(out, "preferences.json:2:3: condition 1: pattern") {
			l.t.Errorf("the broken rule is not reported:\n%s", out)
		}
		l.remove("wanted")
	})
	// The hook is not started for a call that no rule names.
	s.story(t, "ClientRulesSpawnNothingForOtherTools", func(l lab) {
		l.toolRule("Bash", "--act", "context", "--message", "seen")
		hook := filepath.Join(l.Home, ".local", "share", "neverask", "bin", "neverask-hook")
		started := filepath.Join(l.Root, "started")
		musttest.Do(l.t, os.Rename(hook, hook+"-real"))
		script := "#!/bin/sh\necho \"$@\" >>'" + started + "'\nexec '" + hook + "-real' \"$@\"\n"
		musttest.Do(l.t, os.WriteFile(hook, []byte(script), 0o755))
		s.unasked(l, ct.ToolUse("Write", map[string]any{"file_path": filepath.Join(l.Project, "wanted"), "content": "x"}))
		s.unasked(l, ct.ToolUse("Bash", touch("too")))
		l.made("too", "wanted")
		if b, err := os.ReadFile(started); err != nil || string(b) != "rules\n" {
			l.t.Errorf("the hook was started with %q, %v", b, err)
		}
		l.remove("too", "wanted")
	})
	s.story(t, "ClientRulesAskAndThePersonSaysNo", func(l lab) {
		l.toolRule("Bash", "--act", "ask", "--replace", "command=/wanted/other/")
		s.ask(wanted)
		s.WaitDialog("touch other")
		s.Key("down", "enter")
		s.WaitFor("the dialog to close", func(screen string) bool { return !strings.Contains(screen, footer) })
		s.Quit()
		l.made()
	})
}

// TestClientRulesInAHost has a rule for calls about which a host is asked.
func TestClientRulesInAHost(t *testing.T) {
	ct.Daily(t, 3)
	s := withRules(t, `{}`, "Write")
	s.program = s.host("--permission-mode", "default")
	// A patch of one field leaves a long other one whole.
	s.story(t, "ClientRulesKeepWhatTheyDoNotName", func(l lab) {
		l.toolRule("Write", "--act", "ask", "--replace", "file_path=/wanted$/changed/")
		content := strings.Repeat("a line with \"quotes\", \u00e4 and \t a tab\n", 1000)
		call := ct.ToolUse("Write", map[string]any{"file_path": filepath.Join(l.Project, "wanted"), "content": content})
		if r := l.decided(s.program, call, "", func(request) string { return "" }); r.IsError {
			l.t.Errorf("%+v", r)
		}
		l.made("changed")
		if b, err := os.ReadFile(filepath.Join(l.Project, "changed")); err != nil || string(b) != content {
			l.t.Errorf("%d bytes were written of %d, %v", len(b), len(content), err)
		}
		l.remove("changed")
	})
}
