//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ct "neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// recordedCall is what neverask log --tools --json says of a call, as far as it is the
// same in each run.
type recordedCall struct {
	Tool, Class, By, Key string
	ExitCode             int    `json:"exit_code"`
	AgentType            string `json:"agent_type"`

	ToolUse    string `json:"tool_use_id"`
	DurationMS *int64 `json:"duration_ms"`
	Background string `json:"background_id"`
	Resumed    int
}

// recorded runs neverask log --summary and returns its calls by tool use.
func (l lab) recorded() map[string]recordedCall {
	l.t.Helper()
	var report struct{ Calls []recordedCall }
	out := l.neverask("log", "--tools", "--json")
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		l.t.Fatalf("%v\n%s", err, out)
	}
	calls := map[string]recordedCall{}
	for _, c := range report.Calls {
		if _, twice := calls[c.ToolUse]; twice {
			l.t.Errorf("%s occurs twice", c.ToolUse)
		}
		calls[c.ToolUse] = c
	}
	return calls
}

// transcribed returns the calls that are in the transcripts of the client, those of
// subagents too, and whether the model was told of an error.
func (l lab) transcribed() map[string]bool {
	l.t.Helper()
	subagents, err := filepath.Glob(filepath.Join(l.Home, ".claude/projects/*/*/subagents/*.jsonl"))
	musttest.Do(l.t, err)
	calls := map[string]bool{}
	for _, name := range append(l.Transcripts(), subagents...) {
		content := musttest.Read(l.t, name)
		for line := range strings.Lines(string(content)) {
			var entry struct {
				Message struct{ Content json.RawMessage }
			}
			var blocks []struct {
				Type      string
				ToolUseID string `json:"tool_use_id"`
				IsError   bool   `json:"is_error"`
			}
			if json.Unmarshal([]byte(line), &entry) != nil || json.Unmarshal(entry.Message.Content, &blocks) != nil {
				continue
			}
			for _, b := range blocks {
				if b.Type == "tool_result" {
					calls[b.ToolUseID] = b.IsError
				}
			}
		}
	}
	return calls
}

// bash returns a call of the shell; more are further members of its input.
func bash(command string, more map[string]any) ct.Turn {
	input := map[string]any{"command": command, "description": "a command"}
	maps.Copy(input, more)
	return ct.ToolUse("Bash", input)
}

// activityLab returns a lab in which activity is recorded, and another hook denies and
// puts off the commands that say so.
func activityLab(t *testing.T) lab {
	t.Helper()
	l := newLab(t)
	const deferred = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"defer"}}`
	guard := l.Script("guard", `case "$(cat)" in
*guarded*) echo "not this one" >&2; exit 2;;
*later*) [ -e now ] || echo '`+deferred+`';;
esac`)
	l.Settings(l.JSON(map[string]any{
		"permissions": map[string]any{
			"defaultMode": "default", "allow": []string{"Bash", "Read", "Agent"}, "ask": []string{"Bash(touch asked)"}, "deny": []string{"Bash(rm:*)"},
		},
		"hooks": map[string]any{"PreToolUse": []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": guard}}}}},
	}))
	l.neverask("log", "--record", "on", "--yes")
	return l
}

// exists waits until a file of the project exists.
func (l lab) exists(name string) {
	l.t.Helper()
	until(l.t, name, func() bool { return exists(filepath.Join(l.Project, name)) })
}

// touch makes a file of the project.
func (l lab) touch(name string) {
	l.t.Helper()
	musttest.Do(l.t, os.WriteFile(filepath.Join(l.Project, name), nil, 0o600))
}

// told waits until the model was told that something in the background has ended.
func (l lab) told(text string) {
	l.t.Helper()
	l.WaitRequest("the news that "+text, func(r ct.Request) bool {
		return r.Main && strings.Contains(r.Text(), "<task-notification>") && strings.Contains(r.Text(), text)
	})
}

// requested waits until a request for a permission is recorded: the client asks at
// the same time as it runs the hook, and a person takes longer to answer than that.
func (l lab) requested() { l.t.Helper(); l.recordedNow("PermissionRequest Bash") }

// recordedNow waits until an event is recorded.
func (l lab) recordedNow(event string) {
	l.t.Helper()
	until(l.t, event, func() bool { return slices.Contains(l.events(), event) })
}

// TestClientActivity: a session with everything that can become of a call gives
// exactly the calls of the transcript, each with its class and duration.
func TestClientActivity(t *testing.T) {
	ct.Daily(t, 3)
	l := activityLab(t)
	const until = `while [ ! -e %s ]; do sleep 0.05; done; `
	missing := ct.ToolUse("Read", map[string]string{"file_path": "/no/such/file.go"})
	l.Turns(
		// A session that runs nothing in the background.
		bash(fmt.Sprintf(until, "never"), map[string]any{"timeout": 1000}),                                                             // 0000
		ct.ToolUse("Agent", map[string]any{"description": "d", "prompt": "p", "subagent_type": "Explore", "run_in_background": false}), // 0001
		bash("exit 5", nil),  // 0002, of the subagent
		ct.Text("I looked."), // of the subagent
		ct.Text("Good."),     // 0004

		// A session in a terminal.
		bash("echo fine", nil),                                         // 0005
		bash("echo some; exit 3", nil),                                 // 0006
		bash(fmt.Sprintf(until, "a"), map[string]any{"timeout": 1000}), // 0007
		missing, // 0008
		ct.ToolUse("Bash", map[string]string{"description": "no command"}), // 0009
		bash("rm -rf x", nil),     // 0010
		bash("echo guarded", nil), // 0011
		ct.Together(bash("sleep 0.2", nil), bash("exit 4", nil), missing),                 // 0012
		bash(fmt.Sprintf(until, "b")+"exit 7", map[string]any{"run_in_background": true}), // 0013
		ct.Text("All is done."), // 0014
		ct.Text("I heard of the first."),
		ct.Text("I heard of the second."),
		bash("touch asked", nil),                               // 0017
		bash("touch begun; "+fmt.Sprintf(until, "never"), nil), // 0018
		ct.Text("Bye."),
	)
	l.Env["CLAUDE_CODE_DISABLE_BACKGROUND_TASKS"] = "1"
	if r := l.Headless(nil, "look around"); !strings.Contains(r.Stdout, "Good.") {
		t.Fatalf("%+v", r)
	}
	delete(l.Env, "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS")
	s := l.Interactive()
	s.Prompt("do it all")
	s.WaitText("All is done.")
	l.touch("a")
	l.told("toolu_0007_0")
	s.WaitText("I heard of the first.")
	l.touch("b")
	l.told("toolu_0013_0")
	s.WaitText("I heard of the second.")

	s.Prompt("ask me")
	s.WaitFor("the request", func(screen string) bool { return strings.Contains(screen, "Do you want to") })
	l.requested()
	s.Press("esc", "the end of the dialog", func() bool { return !strings.Contains(s.Screen(), "Do you want to") })

	s.Prompt("work long")
	l.exists("begun")
	s.Key("esc")
	s.WaitFor("the interruption", func(screen string) bool { return strings.Count(screen, "Interrupted") > 1 })
	s.Prompt("that is all")
	s.WaitText("Bye.")
	s.Quit()

	want := map[string]recordedCall{
		"toolu_0000_0": {Tool: "Bash", Class: "timeout", ExitCode: 143, Key: "while"},
		"toolu_0001_0": {Tool: "Agent", Class: "ok", Key: "Explore"},
		"toolu_0002_0": {Tool: "Bash", Class: "exit", ExitCode: 5, Key: "exit", AgentType: "Explore"},
		"toolu_0005_0": {Tool: "Bash", Class: "ok", Key: "echo"},
		"toolu_0006_0": {Tool: "Bash", Class: "exit", ExitCode: 3, Key: "echo"},
		"toolu_0007_0": {Tool: "Bash", Class: "timeout", Key: "while"},
		"toolu_0008_0": {Tool: "Read", Class: "not_found", Key: "go"},
		"toolu_0009_0": {Tool: "Bash", Class: "invalid"},
		"toolu_0010_0": {Tool: "Bash", Class: "denied", By: "rule", Key: "rm"},
		"toolu_0011_0": {Tool: "Bash", Class: "denied", By: "hook", Key: "echo"},
		"toolu_0012_0": {Tool: "Bash", Class: "ok", Key: "sleep"},
		"toolu_0012_1": {Tool: "Bash", Class: "exit", ExitCode: 4, Key: "exit"},
		"toolu_0012_2": {Tool: "Read", Class: "not_found", Key: "go"},
		"toolu_0013_0": {Tool: "Bash", Class: "ok", Key: "while"},
		"toolu_0017_0": {Tool: "Bash", Class: "denied", By: "person", Key: "touch"},
		"toolu_0018_0": {Tool: "Bash", Class: "interrupted", Key: "touch"},
	}
	got := l.recorded()
	l.compare(got, want)
	transcript := l.transcribed()
	if ids := slices.Sorted(maps.Keys(got)); !slices.Equal(ids, slices.Sorted(maps.Keys(transcript))) {
		t.Errorf("recorded %q, the transcript has %v", ids, transcript)
	}
	for id, c := range got {
		// A command that goes on in the background is no error to the model.
		if failed := c.Class != "ok" && (c.Class != "timeout" || c.Background == ""); transcript[id] != failed {
			t.Errorf("%s: class %s, error in the transcript: %v", id, c.Class, transcript[id])
		}
		run := slices.Contains([]string{"ok", "exit", "timeout", "not_found"}, c.Class)
		if (c.DurationMS != nil) != run {
			t.Errorf("%s: class %s, duration %v", id, c.Class, c.DurationMS)
		}
	}
	for id, least := range map[string]int64{"toolu_0000_0": 1000, "toolu_0007_0": 1000, "toolu_0012_0": 200} {
		if d := got[id].DurationMS; d == nil || *d < least {
			t.Errorf("%s took %v ms, at least %d", id, d, least)
		}
	}
	for _, id := range []string{"toolu_0007_0", "toolu_0013_0"} {
		if got[id].Background == "" {
			t.Errorf("%s left nothing in the background", id)
		}
	}
}

// compare compares what is the same in each run.
func (l lab) compare(got, want map[string]recordedCall) {
	l.t.Helper()
	for id, w := range want {
		g := got[id]
		g.ToolUse, g.DurationMS, g.Background = "", nil, ""
		if g != w {
			l.t.Errorf("%s: %+v, want %+v", id, g, w)
		}
	}
	for id := range got {
		if _, ok := want[id]; !ok {
			l.t.Errorf("%s: %+v, which nobody made", id, got[id])
		}
	}
}

// TestClientActivityResumed: a call that was put off and went on in a later session of
// the client is one call, and what the program that runs the client refuses was
// refused by the person.
func TestClientActivityResumed(t *testing.T) {
	ct.Daily(t, 3)
	l := activityLab(t)
	l.Turns(bash("touch asked", nil), bash("echo later", nil), ct.Text("done"), ct.Text("done"))
	s := l.Stream("--permission-prompt-tool", "stdio")
	s.Prompt("go")
	request := s.ReceiveType("control_request")
	var asked struct {
		RequestID string `json:"request_id"`
	}
	musttest.Do(t, json.Unmarshal(request, &asked))
	l.requested()
	s.Send(map[string]any{"type": "control_response", "response": map[string]any{
		"subtype": "success", "request_id": asked.RequestID, "response": map[string]any{"behavior": "deny", "message": "rather not"},
	}})
	var parked struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(s.ReceiveType("result"), &parked); err != nil || parked.SessionID == "" {
		t.Fatalf("%+v, %v", parked, err)
	}
	s.Close()

	l.touch("now")
	s = l.Stream("--permission-prompt-tool", "stdio", "--resume", parked.SessionID)
	s.ReceiveType("result")
	s.Close()

	got := l.recorded()
	if got["toolu_0001_0"].DurationMS == nil {
		t.Error("the call that was put off has no duration")
	}
	l.compare(got, map[string]recordedCall{
		"toolu_0000_0": {Tool: "Bash", Class: "denied", By: "person", Key: "touch"},
		"toolu_0001_0": {Tool: "Bash", Class: "ok", Key: "echo", Resumed: 1},
	})
	if begun := strings.Count(strings.Join(l.events(), ","), "PreToolUse Bash"); begun != 3 {
		t.Errorf("calls were begun %d times: %q", begun, l.events())
	}
}
