package program

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	"neverask/hooks/record/eventlog"
	"neverask/hooks/redact"
	"neverask/settings/must"
)

// observe feeds a payload to the hook that records, which must not print.
func (w *world) observe(payload string) {
	w.t.Helper()
	var out bytes.Buffer
	if status := Main([]string{ActivityArgument}, strings.NewReader(payload), &out, w.hook()); status != 0 || out.Len() > 0 {
		w.t.Errorf("exit status %d, printed %q", status, out.String())
	}
}

// activities are the records so far, without what all have in common.
func (w *world) activities() []eventlog.Activity {
	w.t.Helper()
	files, err := eventlog.OpenActivity(w.paths.Activity()).Files(time.Time{})
	must.Do(w.t, err)
	var all []eventlog.Activity
	for _, f := range files {
		for a := range f.Activities() {
			if a.Time != w.clock.UnixNano() || a.Session != "s1" || a.Project != eventlog.ProjectHash("/work") || a.ProjectName != "work" {
				w.t.Errorf("%+v", a)
			}
			a.Time, a.Session, a.Project, a.ProjectName = 0, "", "", ""
			all = append(all, a)
		}
	}
	return all
}

func TestActivity(t *testing.T) {
	const command = `{"command":"FOO=1 /usr/bin/git status","description":"d"}`
	call := func(event hooks.Event, class eventlog.Class) eventlog.Activity {
		return eventlog.Activity{Event: event, ToolUse: "u1", Tool: "Bash", Class: class, In: len(command), Key: "git", Mode: "default"}
	}
	with := func(a eventlog.Activity, change func(a *eventlog.Activity)) eventlog.Activity {
		change(&a)
		return a
	}
	other := func(name string, more ...string) string {
		return `{"session_id":"s1","cwd":"/work","hook_event_name":"` + name + `"` + strings.Join(append([]string{""}, more...), ",") + `}`
	}
	for _, tt := range []struct {
		name, payload string
		want          eventlog.Activity
	}{
		{"a start", event("PreToolUse", "Bash", command, `"effort":{"level":"high"},"agent_id":"a1","agent_type":"Explore"`),
			with(call("PreToolUse", ""), func(a *eventlog.Activity) {
				a.Prompt, a.Effort, a.Agent, a.AgentType = "p1", "high", "a1", "Explore"
			})},
		{"a request", strings.Replace(event("PermissionRequest", "Bash", command), `,"tool_use_id":"u1"`, "", 1),
			with(call("PermissionRequest", ""), func(a *eventlog.Activity) { a.ToolUse = "" })},
		{"a refusal by the classifier", event("PermissionDenied", "Bash", command, `"reason":"dangerous"`),
			with(call("PermissionDenied", eventlog.ClassDenied), func(a *eventlog.Activity) { a.By = eventlog.DeniedByClassifier })},
		{"a success", event("PostToolUse", "Bash", command, `"tool_response":{"stdout":"x","interrupted":false},"duration_ms":0`),
			with(call("PostToolUse", eventlog.ClassOK), func(a *eventlog.Activity) { a.Timed, a.Out = true, 34 })},
		{"a success of unknown length", event("PostToolUse", "Bash", command, `"tool_response":"x","duration_ms":-1`),
			with(call("PostToolUse", eventlog.ClassOK), func(a *eventlog.Activity) { a.Out = 3 })},
		{"a background command", event("PostToolUse", "Bash", command, `"tool_response":{"backgroundTaskId":"b1"},"duration_ms":3.7`),
			with(call("PostToolUse", eventlog.ClassOK), func(a *eventlog.Activity) { a.Timed, a.Took, a.Out, a.Background = true, 3, 25, "b1" })},
		{"a command over its time", event("PostToolUse", "Bash", command, `"tool_response":{"backgroundTaskId":"b1","timedOutAfterMs":1000}`),
			with(call("PostToolUse", eventlog.ClassTimeout), func(a *eventlog.Activity) { a.Out, a.Background = 48, "b1" })},
		{"an interrupted command", event("PostToolUse", "Bash", command, `"tool_response":{"interrupted":true}`),
			with(call("PostToolUse", eventlog.ClassInterrupted), func(a *eventlog.Activity) { a.Out = 20 })},
		{"a failure", event("PostToolUseFailure", "Bash", command, `"error":"Exit code 3\nno","is_interrupt":false,"duration_ms":17`),
			with(call("PostToolUseFailure", eventlog.ClassExit), func(a *eventlog.Activity) { a.Timed, a.Took, a.Out, a.Exit = true, 17, 14, 3 })},
		{"a subagent that has ended", event("PostToolUse", "Agent", `{"subagent_type":"Explore"}`, `"tool_response":{"status":"completed","agentId":"a1","totalTokens":6}`),
			eventlog.Activity{Event: "PostToolUse", ToolUse: "u1", Tool: "Agent", Class: eventlog.ClassOK, In: 27, Out: 53, Key: "Explore", Mode: "default", Background: "a1", Tokens: 6}},
		{"a subagent in the background", event("PostToolUse", "Agent", `{"subagent_type":"Explore"}`, `"tool_response":{"isAsync":true,"agentId":"a1"}`),
			eventlog.Activity{Event: "PostToolUse", ToolUse: "u1", Tool: "Agent", Class: eventlog.ClassOK, In: 27, Out: 31, Key: "Explore", Mode: "default", Background: "a1"}},
		{"a tool of an MCP server", event("PreToolUse", "mcp__git__log_all", "{}"),
			eventlog.Activity{Event: "PreToolUse", ToolUse: "u1", Tool: "mcp__git__log_all", In: 2, Key: "log_all", Mode: "default", Server: "git"}},
		{"a server with a name of its own", event("PreToolUse", "mcp__claude_ai_Git__log", "{}", `"mcp_server":{"name":"claude.ai Git","source":"x"}`),
			eventlog.Activity{Event: "PreToolUse", ToolUse: "u1", Tool: "mcp__claude_ai_Git__log", In: 2, Key: "log", Mode: "default", Server: "claude.ai Git"}},
		{"a batch", other("PostToolBatch", `"tool_calls":[{"tool_name":"Bash","tool_input":`+command+`,"tool_use_id":"u1","tool_response":"PreToolUse:Bash hook error: no"},`+
			`{"tool_name":"Read","tool_input":{"file_path":"/a/b.GO"},"tool_use_id":"u2","tool_response":[{"type":"text","text":"x"}]}]`),
			eventlog.Activity{Event: "PostToolBatch", Calls: []eventlog.BatchResult{
				{ToolUse: "u1", Tool: "Bash", Class: eventlog.ClassDenied, By: eventlog.DeniedByHook, In: len(command), Out: 32, Key: "git"},
				{ToolUse: "u2", Tool: "Read", In: 23, Out: 28, Key: "go"},
			}}},
		{"a prompt", other("UserPromptSubmit", `"prompt":"my secret plan <task-id>b1</task-id>"`), eventlog.Activity{Event: "UserPromptSubmit", In: 36}},
		{"a background command that has failed", other("UserPromptSubmit", `"prompt":"<task-notification>\n<task-id>b1</task-id>\n<tool-use-id>u1</tool-use-id>\n`+
			`<status>failed</status>\n<summary>Background command \"d\" failed with exit code 7</summary>\n</task-notification>"`),
			eventlog.Activity{Event: "UserPromptSubmit", ToolUse: "u1", Class: eventlog.ClassExit, Exit: 7, In: 182, Background: "b1"}},
		{"a subagent that has ended in the background", other("UserPromptSubmit", `"prompt":"<task-notification>\n<task-id>a1</task-id>\n<tool-use-id>u1</tool-use-id>\n`+
			`<status>completed</status>\n<result><usage><subagent_tokens>99</subagent_tokens></result>\n<usage><subagent_tokens>6</subagent_tokens><duration_ms>143</duration_ms></usage>"`),
			eventlog.Activity{Event: "UserPromptSubmit", ToolUse: "u1", Class: eventlog.ClassOK, In: 242, Background: "a1", Tokens: 6, Timed: true, Took: 143}},
		{"the start of a session", other("SessionStart", `"source":"resume"`), eventlog.Activity{Event: "SessionStart", Key: "resume"}},
		{"the end of a session", other("SessionEnd", `"reason":"other"`), eventlog.Activity{Event: "SessionEnd", Key: "other"}},
		{"a turn", other("Stop", `"last_assistant_message":"secret"`), eventlog.Activity{Event: "Stop"}},
		{"a turn that failed", other("StopFailure", `"error":"rate_limit","error_details":"secret"`), eventlog.Activity{Event: "StopFailure", Key: "rate_limit"}},
		{"a subagent starts", other("SubagentStart", `"agent_id":"a1","agent_type":"Explore"`), eventlog.Activity{Event: "SubagentStart", Agent: "a1", AgentType: "Explore"}},
		{"a subagent ends", other("SubagentStop", `"agent_id":"a1","agent_type":"Explore"`), eventlog.Activity{Event: "SubagentStop", Agent: "a1", AgentType: "Explore"}},
	} {
		w := newWorld(t, "")
		w.observe(tt.payload)
		if strings.Contains(tt.payload, `"prompt_id":"p1"`) {
			tt.want.Prompt = "p1"
		}
		if got := w.activities(); !reflect.DeepEqual(got, []eventlog.Activity{tt.want}) {
			t.Errorf("%s:\n%+v\nwant\n%+v", tt.name, got, tt.want)
		}
		if complaints := w.complaints(); len(complaints) > 0 {
			t.Errorf("%s: complained %q", tt.name, complaints)
		}
	}
}

// TestNoTextIsRecorded: whatever is written into the members of a payload, the record
// holds none of it.
func TestNoTextIsRecorded(t *testing.T) {
	w := newWorld(t, "")
	w.env["ANTHROPIC_API_KEY"], w.env["AI_AGENT"] = "hunter2", "hunter2"
	const secret = `the password is hunter2`
	for _, name := range hooks.Events() {
		w.observe(event(string(name), "Bash", `{"command":"'hunter2' x","description":"`+secret+`"}`, `"tool_response":{"stdout":"`+secret+`"}`,
			`"error":"`+secret+`"`, `"reason":"`+secret+`"`, `"prompt":"`+secret+`"`, `"source":"`+secret+`"`, `"last_assistant_message":"`+secret+`"`,
			`"tool_calls":[{"tool_name":"Read","tool_input":{"file_path":"/x/`+secret+`"},"tool_use_id":"u","tool_response":"`+secret+`"}]`))
	}
	for name, input := range map[string]string{
		"Write": `{"file_path":"/a/` + secret + `.` + secret + `"}`, "WebFetch": `{"url":"https://me:hunter2@example.com/hunter2?hunter2#hunter2"}`,
		"Task": `{"subagent_type":"` + secret + `"}`, "Bash": `{"command":"TOKEN=hunter2 curl hunter2"}`, "Other": `"hunter2"`,
	} {
		w.observe(event("PreToolUse", name, input))
	}
	files := 0
	err := filepath.WalkDir(w.paths.State, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte("hunter2")) || bytes.Contains(content, []byte("password")) {
			t.Errorf("%s:\n%s", path, content)
		}
		return err
	})
	if err != nil || files != 1 || len(w.activities()) != 18 {
		t.Errorf("%d files, %d records, %v", files, len(w.activities()), err)
	}
}

func TestActivityOnDoubt(t *testing.T) {
	w := newWorld(t, testsRule)
	w.observe(pre(tests)) // which the hook for questions would answer
	w.observe("hello")
	w.observe(event("Notification", "Bash", "{}"))
	if got := len(w.activities()); got != 1 {
		t.Errorf("%d records", got)
	}
	if got := w.complaints(); len(got) != 1 || !strings.Contains(got[0], "hook input") {
		t.Errorf("complained %q", got)
	}
	blocked := newWorld(t, "")
	must.Write(t, blocked.paths.State, "")
	blocked.observe(pre(tests))
	if _, err := os.Stat(filepath.Join(w.paths.State, "pending")); err == nil {
		t.Error("the hook for activity keeps questions")
	}
}

// TestFullDayIsToldOnce: no line is added to a full day, and one complaint says so.
func TestFullDayIsToldOnce(t *testing.T) {
	w := newWorld(t, "")
	day := filepath.Join(w.paths.Activity(), "2026-11-21")
	large := filepath.Join(day, "another-session.jsonl")
	must.Write(t, large, "")
	must.Do(t, os.Truncate(large, 64<<20))
	for range 3 {
		w.observe(pre(tests))
	}
	must.Do(t, os.Remove(large))
	w.observe(pre(tests))
	if got := len(w.activities()); got != 0 {
		t.Errorf("%d records", got)
	}
	if got := w.complaints(); !slices.Equal(got, []string{eventlog.ErrDayFull.Error()}) {
		t.Errorf("complained %q", got)
	}
}

// TestUnknownArguments: what a newer version is asked to do, this one leaves alone.
func TestUnknownArguments(t *testing.T) {
	for _, args := range [][]string{{"later"}, {""}, {"activity", "more"}, {"--activity"}} {
		w := newWorld(t, testsRule)
		var out bytes.Buffer
		if status := Main(args, strings.NewReader(pre(tests)), &out, w.hook()); status != 0 || out.Len() > 0 {
			t.Errorf("%q: exit status %d, printed %q", args, status, out.String())
		}
		if _, err := os.Stat(w.paths.State); err == nil {
			t.Errorf("%q: something was written", args)
		}
	}
}

// TestArguments: inputs are recorded when the person wants it, at the beginning of a
// call, without secrets and not beyond a bound.
func TestArguments(t *testing.T) {
	const secret = "hunter2"
	w := newWorld(t, "")
	must.Write(t, w.paths.ActivityArguments(), "")
	for _, input := range []string{
		`{"command":"PASSWORD=hunter2 curl -H 'Authorization: Bearer hunter2' https://me:hunter2@example.com --token hunter2"}`,
		`{"api_key":"hunter2","note":"see"}`,
		`{"content":"` + strings.Repeat("x", 400) + ` export TOKEN=hunter2` + strings.Repeat("y", 100) + ` ` + strings.Repeat("z", 1<<20) + `"}`,
		`{"content":"-----BEGIN RSA PRIVATE KEY-----` + strings.Repeat("hunter2", 5000) + `"}`,
	} {
		w.observe(event("PreToolUse", "Other", input))
		w.observe(event("PostToolUse", "Other", input, `"tool_response":"x"`))
	}
	all := w.activities()
	for i, a := range all {
		if strings.Contains(a.Arguments, secret) || len(a.Arguments) > eventlog.MaxArguments || (a.Arguments != "") != (a.Event == hooks.EventPreToolUse) {
			t.Errorf("%d: %s with %q", i, a.Event, a.Arguments)
		}
	}
	if len(all) != 8 || !strings.HasPrefix(all[0].Arguments, `{"command":"PASSWORD=`) || !strings.Contains(all[0].Arguments, "example.com") || !strings.Contains(all[2].Arguments, `"note":"see"`) {
		t.Errorf("%d records: %q, %q", len(all), all[0].Arguments, all[2].Arguments)
	}
}

// TestArgumentsOfWhichAllIsSecret: where a long secret leaves little to show, what is
// shown reaches to where the input was cut, and a secret there may be cut in two.
func TestArgumentsOfWhichAllIsSecret(t *testing.T) {
	const start, between, password = `{"env":{"A":"`, `"},"command":"curl https://me:`, "hunter2hunter2"
	for shown := 1; shown < len(password); shown++ {
		fill := strings.Repeat("x", maxRedacted-len(start)-len(between)-shown)
		input, err := hooks.Parse(start + fill + between + password + `@host/` + strings.Repeat("y", 1000) + `"}`)
		must.Do(t, err)
		if got := arguments(input); strings.Contains(got, "me:h") || !strings.HasPrefix(got, start+redact.Hidden) {
			t.Errorf("%q", got)
		}
	}
	plain, err := hooks.Parse(`{"env":{"A":"b"},"content":"` + strings.Repeat("c", maxRedacted) + `"}`)
	must.Do(t, err)
	if got := arguments(plain); len(got) < eventlog.MaxArguments {
		t.Errorf("of an input with little that is secret only this is left: %q", got)
	}
}
