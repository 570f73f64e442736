//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

func TestMain(m *testing.M) { os.Exit(ct.Main(m)) }

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
	musttest.Do(l.t, os.WriteFile(file, []byte(l.JSON(map[string]any{"questions": []ct.Question{q}})), 0o600))
	return l.rule(append(args, "--call", file)...)
}

// keeps keeps that the person has answered a question of an MCP server themselves.
func (l lab) keeps(server string, q ct.Question, label string) {
	l.t.Helper()
	keepAnswer(l.t, l.Home, server, l.Project, l.JSON(q), label)
}

// host starts a session without a terminal, in which a program is asked in place of a
// person.
func (l lab) host(args ...string) *ct.Stream {
	l.t.Helper()
	return l.Stream(append([]string{"--permission-prompt-tool", "stdio"}, args...)...)
}

// answered has the model ask in such a session, fails when the program was asked, and
// returns the tool result.
func (l lab) answered(s *ct.Stream, turn ct.Turn) ct.ToolResult {
	l.t.Helper()
	return l.served(s, turn, 0, "", func(request) string { return "" })
}

// request is what the program of such a session is asked.
type request struct {
	Command   string
	Questions []ct.Question
}

// decided has the model act in such a session, and returns the tool result. The program is
// asked once, about that, and allows it; a question has the answer that decide gives.
func (l lab) decided(s *ct.Stream, turn ct.Turn, about string, decide func(request) string) ct.ToolResult {
	l.t.Helper()
	return l.served(s, turn, 1, about, decide)
}

// served is decided where the program is asked so many times.
func (l lab) served(s *ct.Stream, turn ct.Turn, times int, about string, decide func(request) string) ct.ToolResult {
	l.t.Helper()
	l.Turns(turn, ct.Text("finished"))
	s.Prompt("hello")
	asked := 0
	s.Receive("the end of the turn", func(message json.RawMessage) bool {
		var m struct {
			Type      string
			RequestID string `json:"request_id"`
			Request   struct{ Input json.RawMessage }
		}
		if err := json.Unmarshal(message, &m); err != nil || m.Type != "control_request" {
			return m.Type == "result"
		}
		asked++
		var r request
		input := map[string]any{}
		if err := errors.Join(json.Unmarshal(m.Request.Input, &r), json.Unmarshal(m.Request.Input, &input)); err != nil {
			l.t.Errorf("%s: %v", message, err)
		}
		text := r.Command
		for _, q := range r.Questions {
			text = q.Question
			input["answers"] = map[string]string{q.Question: decide(r)}
		}
		if r.Questions == nil {
			decide(r)
		}
		if text != about {
			l.t.Errorf("asked is %s, not %q", message, about)
		}
		s.Send(map[string]any{"type": "control_response", "response": map[string]any{
			"subtype": "success", "request_id": m.RequestID, "response": map[string]any{"behavior": "allow", "updatedInput": input},
		}})
		return false
	})
	if asked != times {
		l.t.Errorf("the program was asked %d times about %q", asked, about)
	}
	all := l.ToolResults()
	if len(all) == 0 {
		l.t.Fatal("no tool was used")
	}
	return all[len(all)-1]
}

// question has the model ask a question in such a session, to which the program gives an
// answer, and returns the tool result.
func (l lab) question(s *ct.Stream, q ct.Question, answer string) ct.ToolResult {
	l.t.Helper()
	return l.decided(s, ct.Ask(q), q.Question, func(request) string { return answer })
}

// asks has the model ask in such a session, waits until the program is asked that, and
// ends it.
func (l lab) asks(s *ct.Stream, q ct.Question) {
	l.t.Helper()
	l.Turns(ct.Ask(q))
	s.Prompt("hello")
	defer s.Close()
	if message := s.ReceiveType("control_request"); !strings.Contains(string(message), q.Question) {
		l.t.Errorf("asked is %s", message)
	}
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

// TestClientModes changes the mode of a session.
func TestClientModes(t *testing.T) {
	ct.Daily(t, 2)
	l := newLab(t)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	s := l.host("--allowedTools", "Bash Read Write")
	mode := func(mode string) {
		s.Send(map[string]any{"type": "control_request", "request_id": mode, "request": map[string]string{"subtype": "set_permission_mode", "mode": mode}})
		if answer := s.ReceiveType("control_response"); !strings.Contains(string(answer), `"success"`) {
			t.Fatalf("the mode %s: %s", mode, answer)
		}
	}
	t.Run("ClientInOtherModes", func(t *testing.T) {
		l := lab{l.Lab, t}
		for _, name := range []string{"plan", "dontAsk", "auto", "acceptEdits"} {
			t.Logf("mode %s", name)
			mode(name)
			l.says(l.answered(s, ct.Ask(libraries())), "date-fns")
		}
	})
	// A dialog must not appear in a mode that forbids it, so a call that is decided in
	// part is left to the client there.
	t.Run("ClientInDontAskMode", func(t *testing.T) {
		mode("dontAsk")
		r := lab{l.Lab, t}.answered(s, ct.Ask(libraries(), ct.Choice(runner, "jest", "vitest")))
		if !r.IsError {
			t.Errorf("got %+v", r)
		}
	})
	// The permission rules that installing adds hold against the model's own tools.
	t.Run("ClientCannotEditThePreferences", func(t *testing.T) {
		mode("acceptEdits")
		path := filepath.Join(l.Home, ".config", "neverask", "preferences.json")
		before := musttest.Read(t, path)
		for _, try := range []struct {
			turn   ct.Turn
			denied bool
		}{
			{ct.ToolUse("Read", map[string]string{"file_path": path}), false},
			{ct.ToolUse("Write", map[string]string{"file_path": path, "content": "{}"}), true},
			{ct.ToolUse("Bash", map[string]string{"command": "echo '{}' > " + path, "description": "write"}), true},
		} {
			if r := (lab{l.Lab, t}).answered(s, try.turn); r.IsError != try.denied {
				t.Errorf("got %+v", r)
			}
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("the preferences became %q, %v", after, err)
		}
	})
	l.neverask("uninstall", "--yes")
	if _, err := os.Stat(l.SettingsPath()); !os.IsNotExist(err) {
		t.Errorf("the settings file was made by installing and is still there: %v", err)
	}
}

func TestClientWhenAskingFails(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	l.install()
	modes := []ct.Mode{ct.IsError, ct.RPCError, ct.Crash, ct.Empty, ct.Missing}
	var args []string
	for _, mode := range modes {
		args = append(args, l.MCPServer(string(mode), mode)...)
	}
	s := l.Stream(args...)
	for i, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			l.Turns(ct.AskMCP(string(mode), libraries()), ct.Text("finished"))
			s.Prompt("hello")
			s.ReceiveType("result")
			l.WaitRequest("the directive for a session without a person", func(r ct.Request) bool {
				return strings.Count(r.Text(), "hook additional context") > i && strings.Count(r.Text(), "blocked") > i
			})
		})
	}
}

// preferences writes the preferences file by hand.
func (l lab) preferences(content string) {
	l.t.Helper()
	path := filepath.Join(l.Home, ".config", "neverask", "preferences.json")
	musttest.Write(l.t, path, content)
}

// TestClientWithOddPlaces: the hook is run without a shell, so nothing in its path needs
// quoting; it finds its files although the client's environment does not say where they
// are; and the settings are where CLAUDE_CONFIG_DIR says.
func TestClientWithOddPlaces(t *testing.T) {
	ct.Daily(t, 3)
	l := newLab(t)
	elsewhere := filepath.Join(l.Root, "elsewhere")
	if err := os.Rename(filepath.Join(l.Home, ".claude"), elsewhere); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	l.Env["CLAUDE_CONFIG_DIR"] = elsewhere
	l.Env["NEVERASK_HOME"] = filepath.Join(l.Root, `it's a "home" $HOME;`)
	l.install()
	if _, err := os.Stat(filepath.Join(elsewhere, "settings.json")); err != nil {
		t.Fatal(err)
	}
	l.seenRule(libraries(), "--question", library, "--answer", "moment")
	delete(l.Env, "NEVERASK_HOME")
	l.says(l.answered(l.host(), ct.Ask(libraries())), "moment")
}
