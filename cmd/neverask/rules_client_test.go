//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
)

// toolRules adds rules for tools as a person does, and installs their hook.
func (l lab) toolRules(args ...string) {
	l.t.Helper()
	l.neverask(append([]string{"rules", "add", "--no-replay", "--yes"}, args...)...)
	l.neverask("install", "--pack", "rules", "--yes")
}

// use starts a session in which the model calls a tool.
func (l lab) use(tool string, input map[string]any, args ...string) *ct.Session {
	l.t.Helper()
	return l.ask(ct.ToolUse(tool, input), args...)
}

// touch is a call that leaves a file of this name in the project.
func touch(name string) map[string]any {
	return map[string]any{"command": "touch " + name, "description": "make a file", "timeout": 60000}
}

// made fails unless the project holds exactly these files.
func (l lab) made(names ...string) {
	l.t.Helper()
	entries, err := os.ReadDir(l.Project)
	if err != nil {
		l.t.Fatal(err)
	}
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

// permits has the client allow a tool by itself, so that only rules are in the way.
const permits = `{"permissions":{"allow":["Bash","Write"]}}`

func TestClientRulesChangeACommandAndAsk(t *testing.T) {
	l := newLab(t)
	l.Settings(permits)
	l.toolRules("--id", "r", "--tool", "Bash", "--act", "ask", "--message", "Is this right?", "--replace", "command=/wanted/changed/")
	s := l.use("Bash", touch("wanted"))
	screen := s.WaitDialog("touch changed")
	for _, text := range []string{"neverask asks first: Is this right? (rule r; changed command)", "make a file"} {
		if !strings.Contains(screen, text) {
			t.Errorf("the dialog lacks %q:\n%s", text, screen)
		}
	}
	l.made()
	s.Key("enter")
	if r := s.WaitToolResult(1); r.IsError {
		t.Errorf("%+v", r)
	}
	l.made("changed")
	if out := l.neverask("rules", "list"); !strings.Contains(out, "(1× in 7 days)") {
		t.Errorf("the act is not in the log:\n%s", out)
	}
}

func TestClientRulesAskAndThePersonSaysNo(t *testing.T) {
	l := newLab(t)
	l.Settings(permits)
	l.toolRules("--tool", "Bash", "--act", "ask", "--replace", "command=/wanted/changed/")
	s := l.use("Bash", touch("wanted"))
	s.WaitDialog("touch changed")
	s.Key("down", "enter")
	s.WaitFor("the dialog to close", func(screen string) bool { return !strings.Contains(screen, footer) })
	s.Quit()
	l.made()
}

func TestClientRulesRefuse(t *testing.T) {
	l := newLab(t)
	l.Settings(permits)
	l.toolRules("--id", "r", "--tool", "Bash", "--when", "command~wanted", "--act", "deny", "--message", "Make no files.")
	s := l.use("Bash", touch("wanted"))
	r := s.WaitToolResult(1)
	l.says(r, "The user has a rule against this (r): Make no files.")
	if !r.IsError {
		t.Errorf("%+v", r)
	}
	s.WaitText("neverask refused this call: Make no files. (rule r)")
	l.made()
}

// TestClientRulesKeepWhatTheyDoNotName: a patch of one field leaves a long other one
// whole.
func TestClientRulesKeepWhatTheyDoNotName(t *testing.T) {
	l := newLab(t)
	l.toolRules("--tool", "Write", "--act", "allow", "--replace", "file_path=/wanted$/changed/")
	content := strings.Repeat("a line with \"quotes\", \u00e4 and \t a tab\n", 1000)
	s := l.use("Write", map[string]any{"file_path": filepath.Join(l.Project, "wanted"), "content": content})
	if r := l.unasked(s); r.IsError {
		t.Errorf("%+v", r)
	}
	l.made("changed")
	if b, err := os.ReadFile(filepath.Join(l.Project, "changed")); err != nil || string(b) != content {
		t.Errorf("%d bytes were written of %d, %v", len(b), len(content), err)
	}
}

func TestClientRulesTellClaude(t *testing.T) {
	l := newLab(t)
	l.Settings(permits)
	l.toolRules("--id", "r", "--tool", "Bash", "--act", "context", "--message", "Files are made by hand here.")
	s := l.use("Bash", touch("wanted"))
	l.unasked(s)
	l.made("wanted")
	l.WaitRequest("the context", func(r ct.Request) bool { return strings.Contains(r.Text(), "Files are made by hand here.") })
}

// TestClientRulesLoosenNothing: what the client's own rules refuse or ask stays so,
// whether a rule leaves the command as it is or makes it one of those.
func TestClientRulesLoosenNothing(t *testing.T) {
	l := newLab(t)
	l.Settings(`{"permissions":{"deny":["Bash(touch:*)"],"ask":["Bash(mkdir:*)"]}}`)
	l.toolRules("--tool", "Bash", "--act", "allow", "--when", "command~(touch|echo) [a-z]+", "--replace", "command=/echo/touch/")
	l.toolRules("--tool", "Bash", "--act", "allow", "--when", "command~(mkdir|printf) [a-z]+", "--replace", "command=/printf/mkdir/")
	s := l.Interactive()
	for i, command := range []string{"touch wanted", "echo wanted", "mkdir first", "printf second"} {
		l.Turns(ct.ToolUse("Bash", map[string]any{"command": command, "description": "d"}), ct.Text("finished"))
		s.Prompt("hello")
		if i < 2 {
			if r := s.WaitToolResult(i + 1); !r.IsError || !strings.Contains(r.Text, "denied") {
				t.Errorf("%+v", r)
			}
			l.made()
			continue
		}
		s.WaitDialog(strings.Replace(command, "printf", "mkdir", 1))
		l.made([]string{"first"}[:i-2]...)
		s.Key("enter")
		s.WaitToolResult(i + 1)
	}
	l.made("first", "second")
}

// TestClientRulesAllowWholeCommands: what is allowed is made without a question; with
// anything beside it the client asks, as without the rule.
func TestClientRulesAllowWholeCommands(t *testing.T) {
	for as, more := range map[[2]string]string{{"--runs", "touch [-m] ..."}: "touch more $(mkdir dir)", {"--when", "command~touch [a-z]+"}: "nohup touch more"} {
		t.Run(as[1], func(t *testing.T) {
			l := newLab(t)
			l.toolRules("--tool", "Bash", "--act", "allow", as[0], as[1])
			s := l.use("Bash", map[string]any{"command": "touch wanted", "description": "d"}, "--permission-mode", "default")
			l.unasked(s)
			l.made("wanted")
			for i, command := range []string{"touch more && mkdir dir", more} {
				l.Turns(ct.ToolUse("Bash", map[string]any{"command": command, "description": "d"}), ct.Text("finished"))
				s.Prompt("go on")
				s.WaitDialog(command)
				l.made("wanted")
				if i == 0 {
					s.Key("enter")
					s.WaitToolResult(2)
					for _, name := range []string{"more", "dir"} {
						if err := os.Remove(filepath.Join(l.Project, name)); err != nil {
							t.Error(err)
						}
					}
				}
			}
		})
	}
}

func TestClientRulesThatAreBroken(t *testing.T) {
	l := newLab(t)
	l.Settings(permits)
	l.preferences(`{"version":1,"toolRules":[
		{"id":"bad","tool":"Bash","when":[{"field":"command","matches":"("}],"act":"deny","message":"no"},
		{"id":"good","tool":"Bash","act":"context","message":"This was seen."}]}`)
	l.neverask("install", "--pack", "rules", "--yes")
	l.unasked(l.use("Bash", touch("wanted")))
	l.made("wanted")
	l.WaitRequest("the context", func(r ct.Request) bool { return strings.Contains(r.Text(), "This was seen.") })
	if out := l.neverask("status"); !strings.Contains(out, "preferences.json:2:3: condition 1: pattern") {
		t.Errorf("the broken rule is not reported:\n%s", out)
	}
}

// TestClientRulesSpawnNothingForOtherTools: the hook is not started for a call that
// no rule names.
func TestClientRulesSpawnNothingForOtherTools(t *testing.T) {
	l := newLab(t)
	l.Settings(permits)
	l.toolRules("--tool", "Bash", "--act", "context", "--message", "seen")
	hook := filepath.Join(l.Home, ".local", "share", "neverask", "bin", "neverask-hook")
	started := filepath.Join(l.Root, "started")
	if err := os.Rename(hook, hook+"-real"); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho \"$@\" >>'" + started + "'\nexec '" + hook + "-real' \"$@\"\n"
	if err := os.WriteFile(hook, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(l.Project, "wanted")
	l.Turns(ct.ToolUse("Write", map[string]any{"file_path": file, "content": "x"}), ct.ToolUse("Bash", touch("too")), ct.Text("finished"))
	s := l.Interactive()
	s.Prompt("hello")
	s.WaitToolResult(2)
	l.made("too", "wanted")
	if b, err := os.ReadFile(started); err != nil || string(b) != "rules\n" {
		t.Errorf("the hook was started with %q, %v", b, err)
	}
}
