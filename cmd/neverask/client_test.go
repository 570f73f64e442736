//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"neverask/cmd/cmdtest"
	ct "neverask/hooks/claude/clienttest"
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
	l.Turns(turn, ct.Text("finished"))
	s.Prompt("hello")
	s.Receive("the end of the turn", func(message json.RawMessage) bool {
		var m struct{ Type string }
		if err := json.Unmarshal(message, &m); err != nil || m.Type == "control_request" {
			l.t.Errorf("asked: %s, %v", message, err)
		}
		return m.Type == "result"
	})
	all := l.ToolResults()
	if len(all) == 0 {
		l.t.Fatal("no tool was used")
	}
	return all[len(all)-1]
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
	if asked != 1 {
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

// ask starts a session, lets the model ask, and returns the session.
func (l lab) ask(turn ct.Turn, args ...string) *ct.Session {
	l.t.Helper()
	l.Turns(turn, ct.Text("finished"))
	s := l.Interactive(args...)
	s.Prompt("hello")
	return s
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

// told is a session in a terminal in which stories are told one after the other. One that
// fails ends those after it.
type told struct {
	lab
	*ct.Session
	stories, results int
	rules            string     // the preferences that every story begins with
	program          *ct.Stream // a session in which a program is asked in place of a person
}

// story tells one, with rules of its own.
func (s *told) story(t *testing.T, name string, tell func(l lab)) {
	t.Helper()
	if !t.Run(name, func(t *testing.T) {
		l := lab{s.Lab, t}
		s.forget(l)
		tell(l)
	}) {
		t.FailNow()
	}
}

// forget removes all rules but those of every story.
func (s *told) forget(l lab) {
	l.t.Helper()
	if err := os.RemoveAll(filepath.Join(l.Home, ".config", "neverask")); err != nil {
		l.t.Fatal(err)
	}
	if s.rules != "" {
		l.preferences(s.rules)
	}
}

// ask lets the model ask, and returns the text of its turn after that.
func (s *told) ask(turn ct.Turn) (after string) {
	s.t.Helper()
	s.stories++
	after = fmt.Sprintf("finished with %02d", s.stories)
	s.Turns(turn, ct.Text(after))
	s.Prompt(fmt.Sprintf("hello %02d", s.stories))
	return after
}

// result returns the next tool result.
func (s *told) result() ct.ToolResult {
	s.t.Helper()
	s.results++
	return s.WaitToolResult(s.results)
}

// asked lets the model ask, answers with keys, and returns the tool result.
func (s *told) asked(q ct.Question, keys ...string) ct.ToolResult {
	s.t.Helper()
	after := s.ask(ct.Ask(q))
	s.WaitDialog(q.Question)
	s.Key(keys...)
	r := s.result()
	s.WaitText(after)
	return r
}

// unasked lets the model ask, fails when a dialog was shown, and returns the tool result.
func (s *told) unasked(l lab, turn ct.Turn) ct.ToolResult {
	l.t.Helper()
	before := len(s.Raw())
	after := s.ask(turn)
	r := s.result()
	s.WaitText(after)
	if strings.Contains(string(s.Raw()[before:]), footer) {
		l.t.Errorf("a dialog was shown:\n%s", s.Screen())
	}
	return r
}

// TestClientQuestions has a person be asked, or not, in one session, and a program in
// another one.
func TestClientQuestions(t *testing.T) {
	l := newLab(t)
	before := "{\n    \"model\": \"opus\"\n}"
	l.Settings(before)
	l.install()
	s := &told{lab: l, Session: l.Interactive()}
	const color = "Which color?"
	runners, colors := ct.Choice(runner, "jest", "vitest"), ct.Choice(color, "red", "blue")
	var id, part string // of rules

	s.story(t, "ClientIsAnswered", func(l lab) {
		id = l.rule("--question", library, "--answer", "recommended")
		// A rule that was typed: the person is asked once, with its option first.
		s.ask(ct.Ask(libraries()))
		if screen := s.WaitDialog(library); !strings.Contains(screen, "1. date-fns") || !strings.Contains(screen, "Your preference.") {
			l.t.Errorf("the rule's option is not first, or not marked:\n%s", screen)
		}
		s.Key("enter")
		s.result()
		s.WaitText("once more; from then on it is answered")
		l.says(s.unasked(l, ct.Ask(libraries())), `"`+library+`"="date-fns (Recommended)"`)
		// The automatic answer is disclosed to the person and to the model.
		s.WaitText("neverask answered")
		l.WaitRequest("the disclosure", func(r ct.Request) bool { return strings.Contains(r.Text(), "the user's saved preferences") })
		if out := l.neverask("status"); !strings.Contains(out, "2 questions, 1 answered for you") {
			l.t.Errorf("status does not count the answer:\n%s", out)
		}
	})
	s.story(t, "ClientWithPartOfACallAnswered", func(l lab) {
		part = l.seenRule(runners, "--question", runner, "--answer", "jest")
		s.ask(ct.Ask(runners, colors))
		if screen := s.WaitDialog(color); strings.Contains(screen, runner) {
			l.t.Errorf("the decided question is asked:\n%s", screen)
		}
		s.Key("down", "enter")
		l.says(s.result(), `"`+runner+`"="jest"`, `"`+color+`"="blue"`)
	})
	s.story(t, "ClientHistoryWithNeverask", func(l lab) {
		var got []string
		for _, q := range l.asked(4) {
			got = append(got, fmt.Sprintf("%s %s %s by %s %s", q.Question, q.Outcome, q.Answer, q.By, q.Rule))
		}
		want := []string{
			library + " picked date-fns (Recommended) by you " + id,
			library + " picked date-fns (Recommended) by neverask " + id,
			runner + " picked jest by neverask " + part,
			color + " picked blue by you ",
		}
		if !slices.Equal(got, want) {
			l.t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
	s.story(t, "ClientShowsThePreferredOptionFirst", func(l lab) {
		const name = "Which name should it have?"
		l.rule("--question", name, "--mode", "prefer", "--answer", "reader")
		s.ask(ct.Ask(ct.Choice(name, "parser", "reader")))
		if screen := s.WaitDialog(name); !strings.Contains(screen, "1. reader") {
			l.t.Errorf("the preferred option is not first:\n%s", screen)
		}
		s.Key("enter")
		l.says(s.result(), "reader")
	})
	s.program = l.host(append(l.MCPServer("helper", ct.OK), l.MCPServer("conductor", ct.OK)...)...)
	s.story(t, "ClientAsksWhatCannotBeUndone", func(l lab) {
		const push = "Force push the branch to origin?"
		l.rule("--question", push, "--answer", "Yes")
		l.question(s.program, ct.Choice(push, "Yes", "No"), "Yes")
	})
	s.story(t, "ClientWithSeveralLabels", func(l lab) {
		q := ct.Choice("Which days?", "Mon", "Tue", "Wed")
		q.MultiSelect = true
		l.seenRule(q, "--question", q.Question, "--labels", "Mon,Tue")
		l.says(l.answered(s.program, ct.Ask(q)), `"Which days?"="Mon, Tue"`)
	})
	s.story(t, "ClientWithAnMCPServerThatTakesAnswers", func(l lab) {
		l.preferences(`{"version":1,"mcp":{"helper":"answers"}` + mcpRule)
		l.seen("lib", "helper", libraries(), "moment")
		l.says(l.answered(s.program, ct.AskMCP("helper", libraries())), "MCP-ANSWERED", library, "moment")
	})
	s.story(t, "ClientWithAnMCPServerThatIsDenied", func(l lab) {
		// "conductor" is denied without being told to.
		l.preferences(`{"version":1` + mcpRule)
		l.seen("lib", "conductor", libraries(), "moment")
		r := l.answered(s.program, ct.AskMCP("conductor", libraries()))
		if !r.IsError {
			l.t.Errorf("not denied: %+v", r)
		}
		l.says(r, "moment")
	})
	s.story(t, "ClientWithBrokenPreferences", func(l lab) {
		l.preferences(`{"version":1,"rules":[{"id":"x",]}`)
		l.question(s.program, ct.Choice("Is it broken?", "Yes", "No"), "Yes")
		if out := l.neverask("status"); !strings.Contains(out, "preferences.json:1:") {
			l.t.Errorf("status does not show the error:\n%s", out)
		}
	})
	s.story(t, "ClientAsksWithoutARule", func(l lab) {
		l.says(l.question(s.program, ct.Choice("Is there a rule?", "Yes", "No"), "No"), `"="No"`)
	})
	s.story(t, "ClientWhenTheHookHangs", func(l lab) {
		q := ct.Choice("Does it hang?", "Yes", "No")
		l.seenRule(q, "--question", q.Question, "--answer", "Yes")
		hook := filepath.Join(l.Home, ".local", "share", "neverask", "bin", "neverask-hook")
		for _, move := range [][2]string{{hook, hook + "-real"}, {l.Script("hang", "sleep 300"), hook}} {
			if err := os.Rename(move[0], move[1]); err != nil {
				l.t.Fatal(err)
			}
		}
		l.says(l.question(s.program, q, "No"), `"="No"`)
		if err := os.Rename(hook+"-real", hook); err != nil {
			l.t.Fatal(err)
		}
	})
	s.story(t, "ClientAsksAgainAfterUninstall", func(l lab) {
		q := ct.Choice("Which format should we use?", "json", "yaml")
		l.seenRule(q, "--question", q.Question, "--answer", "yaml")
		s.results = len(l.ToolResults())
		l.says(s.unasked(l, ct.Ask(q)), `"="yaml"`)
		l.neverask("uninstall", "--yes")
		if after, err := os.ReadFile(l.SettingsPath()); err != nil || string(after) != before {
			l.t.Errorf("after uninstalling: %q, %v", after, err)
		}
		s.Session, s.results = l.Interactive(), len(l.ToolResults())
		l.says(s.asked(q, "enter"), `"="json"`)
	})
}

// TestClientModes changes the mode of a session.
func TestClientModes(t *testing.T) {
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
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
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
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		l.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

const mcpRule = `,"rules":[{"id":"lib","match":{"text":"` + library + `"},"mode":"never-ask","answer":"moment"}]}`

// TestClientWithAnOddPath: the hook is run without a shell, so nothing in its
// path needs quoting; and it finds its files although the client's environment
// does not say where they are.
func TestClientWithAnOddPath(t *testing.T) {
	l := newLab(t)
	l.Env["NEVERASK_HOME"] = filepath.Join(l.Root, `it's a "home" $HOME;`)
	l.install()
	l.seenRule(libraries(), "--question", library, "--answer", "recommended")
	delete(l.Env, "NEVERASK_HOME")
	l.says(l.answered(l.host(), ct.Ask(libraries())), "date-fns")
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
	l.says(l.answered(l.host(), ct.Ask(libraries())), "moment")
}
