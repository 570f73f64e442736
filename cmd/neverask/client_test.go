//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
)

// These tests install neverask with its own command line into a fresh HOME
// and then watch the real Claude Code.

const (
	library = "Which library should we use?"
	runner  = "Which test runner should we use?"
	// footer stands under every dialog that asks a question.
	footer = "Esc to cancel"
)

// lab is a machine with the real client on which neverask can be run.
type lab struct {
	*ct.Lab
	t *testing.T
}

func newLab(t *testing.T) lab {
	t.Helper()
	t.Parallel()
	return lab{ct.New(t), t}
}

// neverask runs a command on the lab and returns what it prints.
func (l lab) neverask(args ...string) string {
	l.t.Helper()
	dir := cmdtest.Programs(l.t)
	cmd := exec.Command(filepath.Join(dir, "neverask"), args...)
	l.Adopt(cmd)
	out, err := cmd.CombinedOutput()
	if err != nil {
		l.t.Fatalf("neverask %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (l lab) install() { l.t.Helper(); l.neverask("install", "--yes") }

// rule adds a rule and returns its ID.
func (l lab) rule(args ...string) string {
	l.t.Helper()
	out := l.neverask(append([]string{"rules", "add", "--yes"}, args...)...)
	_, rest, _ := strings.Cut(out, "\nRule ")
	id, _, _ := strings.Cut(rest, " added.")
	return id
}

// seenRule adds a rule to whose question the person is said to have given its answer.
func (l lab) seenRule(q ct.Question, args ...string) string {
	l.t.Helper()
	file := filepath.Join(l.Root, "call.json")
	if err := os.WriteFile(file, []byte(l.JSON(map[string]any{"questions": []ct.Question{q}})), 0o600); err != nil {
		l.t.Fatal(err)
	}
	return l.rule(append(args, "--call", file)...)
}

// seen keeps that the person has answered a question of an MCP server themselves.
func (l lab) seen(rule, server string, q ct.Question, label string) {
	l.t.Helper()
	keepSeen(l.t, l.Home, rule, server, l.JSON(q), label)
}

// ask starts a session, lets the model ask, and returns the session.
func (l lab) ask(turn ct.Turn, args ...string) *ct.Session {
	l.t.Helper()
	l.Turns(turn, ct.Text("finished"))
	s := l.Interactive(args...)
	s.Prompt("hello")
	return s
}

// unasked fails when a dialog was shown, and returns the tool result.
func (l lab) unasked(s *ct.Session) ct.ToolResult {
	l.t.Helper()
	r := s.WaitToolResult(1)
	s.WaitText("finished")
	if strings.Contains(string(s.Raw()), footer) {
		l.t.Errorf("a dialog was shown:\n%s", s.Screen())
	}
	return r
}

// says fails unless the tool result holds every text.
func (l lab) says(r ct.ToolResult, texts ...string) {
	l.t.Helper()
	for _, text := range texts {
		if !strings.Contains(r.Text, text) {
			l.t.Errorf("the tool result lacks %q: %+v", text, r)
		}
	}
}

func libraries() ct.Question { return ct.Choice(library, "date-fns (Recommended)", "moment") }

func TestClientIsAnsweredThenAsksAgainAfterUninstall(t *testing.T) {
	l := newLab(t)
	l.install()
	l.rule("--question", library, "--answer", "recommended")
	// A rule that was typed: the person is asked once, with its option first.
	s := l.ask(ct.Ask(libraries()))
	if screen := s.WaitDialog(library); !strings.Contains(screen, "1. date-fns") || !strings.Contains(screen, "Your preference.") {
		t.Errorf("the rule's option is not first, or not marked:\n%s", screen)
	}
	s.Key("enter")
	s.WaitToolResult(1)
	s.WaitText("once more; from then on it is answered")
	s.Quit()
	s = l.ask(ct.Ask(libraries()))
	r := s.WaitToolResult(2)
	if s.WaitText("finished"); strings.Contains(string(s.Raw()), footer) {
		t.Errorf("a dialog was shown:\n%s", s.Screen())
	}
	l.says(r, `"`+library+`"="date-fns (Recommended)"`)
	// The automatic answer is disclosed to the person and to the model.
	s.WaitText("neverask")
	l.WaitRequest("the disclosure", func(r ct.Request) bool { return strings.Contains(r.Text(), "neverask") })
	if out := l.neverask("status"); !strings.Contains(out, "2 questions, 1 answered for you") {
		t.Errorf("status does not count the answer:\n%s", out)
	}

	l.neverask("uninstall", "--yes")
	if _, err := os.Stat(l.SettingsPath()); !os.IsNotExist(err) {
		t.Errorf("the settings file was made by installing and is still there: %v", err)
	}
	s = l.ask(ct.Ask(libraries()))
	s.WaitDialog(library)
	s.Key("enter")
	s.WaitToolResult(3)
}

func TestClientAsksWithoutARule(t *testing.T) {
	l := newLab(t)
	before := "{\n    \"model\": \"opus\"\n}"
	l.Settings(before)
	l.install()
	s := l.ask(ct.Ask(libraries()))
	s.WaitDialog(library)
	s.Key("down", "enter")
	l.says(s.WaitToolResult(1), `"="moment"`)
	s.WaitText("finished")
	l.neverask("uninstall", "--yes")
	if after, err := os.ReadFile(l.SettingsPath()); err != nil || string(after) != before {
		t.Errorf("after uninstalling: %q, %v", after, err)
	}
}

func TestClientWithPartOfACallAnswered(t *testing.T) {
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	s := l.ask(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")))
	if screen := s.WaitDialog(runner); strings.Contains(screen, library) {
		t.Errorf("the decided question is asked:\n%s", screen)
	}
	s.Key("down", "enter")
	l.says(s.WaitToolResult(1), `"`+library+`"="moment"`, `"`+runner+`"="vitest"`)
}

func TestClientShowsThePreferredOptionFirst(t *testing.T) {
	l := newLab(t)
	l.install()
	l.rule("--question", runner, "--mode", "prefer", "--answer", "vitest")
	s := l.ask(ct.Ask(ct.Choice(runner, "jest", "vitest")))
	if screen := s.WaitDialog(runner); !strings.Contains(screen, "1. vitest") {
		t.Errorf("the preferred option is not first:\n%s", screen)
	}
	s.Key("enter")
	l.says(s.WaitToolResult(1), "vitest")
}

func TestClientAsksWhatCannotBeUndone(t *testing.T) {
	l := newLab(t)
	l.install()
	const push = "Force push the branch to origin?"
	l.rule("--question", push, "--answer", "Yes")
	s := l.ask(ct.Ask(ct.Choice(push, "Yes", "No")))
	s.WaitDialog(push)
	s.Key("enter")
	s.WaitToolResult(1)
}

func TestClientInOtherModes(t *testing.T) {
	for _, mode := range []string{"plan", "dontAsk", "auto", "acceptEdits"} {
		t.Run(mode, func(t *testing.T) {
			l := newLab(t)
			l.install()
			l.seenRule(libraries(), "--question", library, "--answer", "recommended")
			r := l.unasked(l.ask(ct.Ask(libraries()), "--permission-mode", mode))
			l.says(r, "date-fns")
		})
	}
}

// TestClientInDontAskMode: a dialog must not appear in a mode that forbids it,
// so a call that is decided in part is left to the client there.
func TestClientInDontAskMode(t *testing.T) {
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	r := l.unasked(l.ask(ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")), "--permission-mode", "dontAsk"))
	if !r.IsError {
		t.Errorf("got %+v", r)
	}
}

func TestClientWithSeveralLabels(t *testing.T) {
	l := newLab(t)
	l.install()
	q := ct.Choice(runner, "jest", "vitest", "mocha")
	q.MultiSelect = true
	l.seenRule(q, "--question", runner, "--labels", "jest,vitest")
	l.says(l.unasked(l.ask(ct.Ask(q))), `"`+runner+`"="jest, vitest"`)
}

// preferences writes the preferences file by hand.
func (l lab) preferences(content string) {
	l.t.Helper()
	path := filepath.Join(l.Home, ".config", "neverask", "preferences.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

const mcpRule = `,"rules":[{"id":"lib","match":{"text":"` + library + `"},"mode":"never-ask","answer":"moment"}]}`

func TestClientWithAnMCPServerThatTakesAnswers(t *testing.T) {
	l := newLab(t)
	l.install()
	l.preferences(`{"version":1,"mcp":{"helper":"answers"}` + mcpRule)
	l.seen("lib", "helper", libraries(), "moment")
	r := l.unasked(l.ask(ct.AskMCP("helper", libraries()), l.MCPServer("helper", ct.OK)...))
	l.says(r, "MCP-ANSWERED", library, "moment")
}

func TestClientWithAnMCPServerThatIsDenied(t *testing.T) {
	l := newLab(t)
	l.install()
	// "conductor" is denied without being told to.
	l.preferences(`{"version":1` + mcpRule)
	l.seen("lib", "conductor", libraries(), "moment")
	r := l.unasked(l.ask(ct.AskMCP("conductor", libraries()), l.MCPServer("conductor", ct.OK)...))
	if !r.IsError {
		t.Errorf("not denied: %+v", r)
	}
	l.says(r, "moment")
}

func TestClientWhenAskingFails(t *testing.T) {
	for _, mode := range []ct.Mode{ct.IsError, ct.RPCError, ct.Crash, ct.Empty, ct.Missing} {
		t.Run(string(mode), func(t *testing.T) {
			l := newLab(t)
			l.install()
			l.Turns(ct.AskMCP("helper", libraries()), ct.Text("finished"))
			l.Headless(nil, append(l.MCPServer("helper", mode), "hello")...)
			l.WaitRequest("the directive for a session without a person", func(r ct.Request) bool {
				return strings.Contains(r.Text(), "hook additional context") && strings.Contains(r.Text(), "blocked")
			})
		})
	}
}

func TestClientWhenTheHookHangs(t *testing.T) {
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	hook := filepath.Join(l.Home, ".local", "share", "neverask", "bin", "neverask-hook")
	if err := os.Remove(hook); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(l.Script("hang", "sleep 300"), hook); err != nil {
		t.Fatal(err)
	}
	s := l.ask(ct.Ask(libraries()))
	s.WaitDialog(library)
	s.Key("enter")
	s.WaitToolResult(1)
}

func TestClientWithBrokenPreferences(t *testing.T) {
	l := newLab(t)
	l.install()
	l.preferences(`{"version":1,"rules":[{"id":"x",]}`)
	s := l.ask(ct.Ask(libraries()))
	s.WaitDialog(library)
	s.Key("enter")
	s.WaitToolResult(1)
	s.WaitText("finished")
	if out := l.neverask("status"); !strings.Contains(out, "preferences.json:1:") {
		t.Errorf("status does not show the error:\n%s", out)
	}
}

// TestClientCannotEditThePreferences: the permission rules that installing adds
// hold against the model's own tools.
func TestClientCannotEditThePreferences(t *testing.T) {
	l := newLab(t)
	l.install()
	l.rule("--question", library, "--answer", "moment")
	path := filepath.Join(l.Home, ".config", "neverask", "preferences.json")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	l.Turns(
		ct.ToolUse("Read", map[string]string{"file_path": path}),
		ct.ToolUse("Write", map[string]string{"file_path": path, "content": "{}"}),
		ct.ToolUse("Bash", map[string]string{"command": "echo '{}' > " + path, "description": "write"}),
		ct.Text("finished"),
	)
	l.Headless(nil, "--permission-mode", "acceptEdits", "--allowedTools", "Bash Read Write", "--", "hello")
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the preferences became %q, %v", after, err)
	}
	results := l.ToolResults()
	if len(results) != 3 || results[0].IsError || !results[1].IsError || !results[2].IsError {
		t.Errorf("got %+v", results)
	}
}

// TestClientWithAnOddPath: the hook is run without a shell, so nothing in its
// path needs quoting; and it finds its files although the client's environment
// does not say where they are.
func TestClientWithAnOddPath(t *testing.T) {
	l := newLab(t)
	l.Env["NEVERASK_HOME"] = filepath.Join(l.Root, `it's a "home" $HOME;`)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	delete(l.Env, "NEVERASK_HOME")
	l.says(l.unasked(l.ask(ct.Ask(libraries()))), "date-fns")
}

// TestClientWithItsSettingsElsewhere follows CLAUDE_CONFIG_DIR.
func TestClientWithItsSettingsElsewhere(t *testing.T) {
	l := newLab(t)
	elsewhere := filepath.Join(l.Root, "elsewhere")
	if err := os.Rename(filepath.Join(l.Home, ".claude"), elsewhere); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	l.Env["CLAUDE_CONFIG_DIR"] = elsewhere
	l.install()
	if _, err := os.Stat(filepath.Join(elsewhere, "settings.json")); err != nil {
		t.Fatal(err)
	}
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	l.Turns(ct.Ask(libraries()), ct.Text("finished"))
	s := l.Stream("--permission-prompt-tool", "stdio")
	s.Prompt("hello")
	s.ReceiveType("result")
	s.Close()
	results := l.ToolResults()
	if len(results) != 1 {
		t.Fatalf("got %+v", results)
	}
	l.says(results[0], "moment")
}
