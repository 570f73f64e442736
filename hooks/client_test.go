package hooks

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"neverask/hooks/claude/clienttest"
	"neverask/settings/musttest"
)

// installed is a hook for an event that leaves behind what exits say, one at each of its
// runs, and then nothing.
type installed struct {
	event Event
	exits []Exit
}

// install gives the lab hooks. A file tells of each of their runs.
func install(t *testing.T, lab *clienttest.Lab, hooks ...installed) {
	t.Helper()
	groups := map[Event][]any{}
	for i, h := range hooks {
		body := "cat >/dev/null\nn=0\nwhile [ -e " + runOf(lab, i, "$n") + " ]; do n=$((n+1)); done\n: >" + runOf(lab, i, "$n") + "\ncase $n in\n"
		for n, exit := range h.exits {
			path := filepath.Join(lab.Root, fmt.Sprintf("hook-%d-%d", i, n))
			musttest.Do(t, os.WriteFile(path+".out", exit.Stdout, 0o600))
			musttest.Do(t, os.WriteFile(path+".err", exit.Stderr, 0o600))
			body += fmt.Sprintf("%d) cat %s.out; cat %s.err >&2; exit %d;;\n", n, path, path, exit.Status)
		}
		groups[h.event] = append(groups[h.event], map[string]any{
			"hooks": []any{map[string]any{"type": "command", "command": lab.Script(fmt.Sprintf("hook-%d", i), body+"esac")}},
		})
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": groups}))
}

// runOf is the file that tells of a run of an installed hook.
func runOf(lab *clienttest.Lab, hook int, n string) string {
	return filepath.Join(lab.Root, fmt.Sprintf("hook-%d-ran-%s", hook, n))
}

// subagent is a turn in which the model starts a subagent and waits for it.
var subagent = clienttest.ToolUse("Agent", map[string]any{
	"description": "d", "prompt": "go", "subagent_type": "general-purpose", "run_in_background": false,
})

// everyRequest is all that the model has read.
func everyRequest(lab *clienttest.Lab) string {
	var read strings.Builder
	for _, request := range lab.Requests() {
		read.WriteString(request.Text() + "\n")
	}
	return read.String()
}

// writeCommand gives the project a command, /do.
func writeCommand(t *testing.T, lab *clienttest.Lab) {
	t.Helper()
	command := filepath.Join(lab.Project, ".claude", "commands", "do.md")
	musttest.Write(t, command, "do $ARGUMENTS\n")
}

// TestClientKnowsEveryMember: the client says in its debug log which outputs it
// voids. It must void none that Check passes, and every one in which a member
// has a value of another kind, which shows that it knows the member at all.
func TestClientKnowsEveryMember(t *testing.T) {
	clienttest.Daily(t, 2)
	t.Parallel()
	lab := clienttest.New(t)
	var hooks []installed
	var want []string // markers of the outputs that are to be voided
	add := func(voided bool, format string, args ...any) {
		marker := fmt.Sprintf("marker-%03d", len(hooks))
		line := strings.Replace(fmt.Sprintf(format, args...), "MARKER", marker, 1)
		hooks = append(hooks, installed{EventPostToolUse, []Exit{{Stdout: []byte(line)}}})
		if voided {
			want = append(want, marker)
		}
	}
	full := fullOutputs(t)
	for _, event := range Events() {
		if full[event] == nil {
			add(true, `{"systemMessage":"MARKER","hookSpecificOutput":{"hookEventName":"%s"}}`, event)
		}
		for _, f := range full[event] {
			line := string(Output{SystemMessage: "MARKER", Specific: f.specific}.JSON())
			add(false, "%s", line)
			members := object(t, line).Get("hookSpecificOutput")
			if event == EventPermissionRequest {
				members = members.Get("decision")
			}
			for m := range members.Members() {
				if m.Name != "updatedToolOutput" { // which can be anything
					add(true, "%s", strings.Replace(line, `"`+m.Name+`":`+m.Value.Raw(), `"`+m.Name+`":7`, 1))
				}
			}
		}
	}
	for _, name := range []string{"continue", "stopReason", "decision", "reason", "terminalSequence", "suppressOutput", "hookSpecificOutput"} {
		add(true, `{"systemMessage":"MARKER","%s":null}`, name)
		add(true, `{"systemMessage":"MARKER","%s":7}`, name)
	}
	add(true, `{"systemMessage":null,"stopReason":"MARKER"}`)
	add(true, `{"systemMessage":"MARKER","decision":"deny"}`)
	add(false, `{"systemMessage":"MARKER","of another release":null}`)
	add(false, "%s", Output{SystemMessage: "MARKER", TerminalSequence: "\a", SuppressOutput: true, Block: true, Reason: "r"}.JSON())
	install(t, lab, hooks...)
	lab.Turns(clienttest.ToolUse("Bash", map[string]any{"command": "true"}), clienttest.Text("fine"))
	lab.Headless(nil, "hello")

	marker := regexp.MustCompile(`marker-\d{3}`)
	var got []string
	validated := 0
	for line := range strings.Lines(lab.Debug()) {
		validated += strings.Count(line, "Successfully parsed and validated hook JSON output")
		if strings.Contains(line, "[DEBUG]") && strings.Contains(line, "Hook JSON output validation failed") {
			validated++
			got = append(got, marker.FindString(line))
		}
	}
	slices.Sort(got)
	if validated != len(hooks) {
		t.Errorf("the client judged %d of %d outputs", validated, len(hooks))
	}
	if !slices.Equal(got, want) {
		for i, h := range hooks {
			m := fmt.Sprintf("marker-%03d", i)
			if voided := slices.Contains(got, m); voided != slices.Contains(want, m) {
				t.Errorf("voided: %t: %s", voided, h.exits[0].Stdout)
			}
		}
	}
	// Our reader is as strict as the client.
	for i, h := range hooks {
		name := object(t, string(h.exits[0].Stdout)).Get("hookSpecificOutput").Get("hookEventName").String()
		event := EventPostToolUse
		if name != "" {
			event = Event(name)
		}
		if strings.Contains(string(h.exits[0].Stdout), `"hookEventName":7`) {
			continue
		}
		_, err := ParseOutput(event, h.exits[0].Stdout)
		if voided := slices.Contains(want, fmt.Sprintf("marker-%03d", i)); voided != (err != nil) {
			t.Errorf("ParseOutput: %s: %v", h.exits[0].Stdout, err)
		}
	}
}

// ways are how a refusal is said: with JSON, and with the status alone.
var ways = []func(event Event, out Output) (Exit, error){
	func(_ Event, out Output) (Exit, error) { return out.Exit(), nil },
	func(event Event, out Output) (Exit, error) { return out.Plain(event) },
}

// refusing is a hook that refuses in one way after the other, and says in which.
func refusing(t *testing.T, event Event, refusal func(message string) (Output, error)) installed {
	t.Helper()
	h := installed{event: event}
	for i, way := range ways {
		out, err := refusal(fmt.Sprintf("refused %s, %d", event, i))
		musttest.Do(t, err)
		exit, err := way(event, out)
		musttest.Do(t, err)
		h.exits = append(h.exits, exit)
	}
	return h
}

// twice is a turn that is refused in both ways.
func twice(turn clienttest.Turn) []clienttest.Turn { return []clienttest.Turn{turn, turn} }

// TestClientRefuses: a refusal of each kind works, said with JSON and said with
// the status alone.
func TestClientRefuses(t *testing.T) {
	clienttest.Daily(t, 3)
	t.Parallel()
	lab := clienttest.New(t)
	var hooks []installed
	for _, event := range []Event{EventPreToolUse, EventPostToolUse, EventPostToolUseFailure, EventTaskCreated, EventTaskCompleted, EventStop, EventSubagentStop} {
		hooks = append(hooks, refusing(t, event, func(message string) (Output, error) {
			return Result{Decision: Deny, Message: message}.Native(event, object(t, `{}`))
		}))
	}
	install(t, lab, hooks...)
	bash := func(command string) clienttest.Turn {
		return clienttest.ToolUse("Bash", map[string]any{"command": command})
	}
	create := clienttest.ToolUse("TaskCreate", map[string]any{"subject": "s", "description": "d", "activeForm": "a"})
	lab.Turns(slices.Concat(
		twice(bash("echo one")), twice(bash("echo two")), twice(bash("exit 3")), twice(create),
		[]clienttest.Turn{create}, twice(clienttest.ToolUse("TaskUpdate", map[string]any{"taskId": "3", "status": "completed"})),
		[]clienttest.Turn{subagent, clienttest.Text("the subagent"), clienttest.Text("the subagent again"), clienttest.Text("the subagent at last")},
		[]clienttest.Turn{clienttest.Text("first"), clienttest.Text("second"), clienttest.Text("third")})...)
	r := lab.Headless(nil, "hello", "--allowedTools", "Bash,TaskCreate,TaskUpdate,Agent")
	results := lab.ToolResults()
	wants := []string{
		"refused PreToolUse, 0", "refused PreToolUse, 1", "two", "two", "Exit code 3", "Exit code 3", "refused TaskCreated, 0", "refused TaskCreated, 1",
		"#3 created", "refused TaskCompleted, 0", "refused TaskCompleted, 1", "the subagent at last",
	}
	if len(results) != len(wants) {
		t.Fatalf("%d tool results: %+v", len(results), results)
	}
	for i, want := range wants {
		if !strings.Contains(results[i].Text, want) {
			t.Errorf("tool result %d: %q, want %q", i, results[i].Text, want)
		}
	}
	read := everyRequest(lab)
	for _, event := range []Event{EventPostToolUse, EventPostToolUseFailure, EventSubagentStop, EventStop} {
		for i := range ways {
			if want := fmt.Sprintf("refused %s, %d", event, i); !strings.Contains(read, want) {
				t.Errorf("the model has not read %q", want)
			}
		}
	}
	if strings.TrimSpace(r.Stdout) != "third" {
		t.Errorf("the refused stops ended with %q", r.Stdout)
	}
}

// TestClientReadsContext: the context of a result reaches the model wherever the
// guide says that there is a place for it. At Stop it keeps Claude working.
func TestClientReadsContext(t *testing.T) {
	clienttest.Daily(t, 3)
	t.Parallel()
	lab := clienttest.New(t)
	events := []Event{
		EventSessionStart, EventUserPromptSubmit, EventUserPromptExpansion, EventPreToolUse, EventPostToolUse, EventPostToolUseFailure,
		EventPostToolBatch, EventSubagentStart, EventSubagentStop, EventStop,
	}
	var hooks []installed
	for _, event := range events {
		out, err := Result{SystemPrompt: "context of " + string(event) + "."}.Native(event, Value{})
		musttest.Do(t, err)
		hooks = append(hooks, installed{event, []Exit{out.Exit()}})
	}
	install(t, lab, hooks...)
	writeCommand(t, lab)
	lab.Turns(
		clienttest.ToolUse("Bash", map[string]any{"command": "echo one"}),
		clienttest.ToolUse("Bash", map[string]any{"command": "exit 3"}),
		subagent, clienttest.Text("the subagent"), clienttest.Text("the subagent again"), clienttest.Text("first"), clienttest.Text("second"))
	r := lab.Headless(nil, "/do it", "--allowedTools", "Bash,Agent")
	read := everyRequest(lab)
	for _, event := range events {
		if !strings.Contains(read, "context of "+string(event)+".") {
			t.Errorf("the model has not read the context of %s", event)
		}
	}
	if strings.TrimSpace(r.Stdout) != "second" {
		t.Errorf("after the context at Stop the session ended with %q", r.Stdout)
	}
}

// TestClientReadsStatusAndJSON: what ReadExit makes of a status beside JSON. One
// session, in which each call of the model gets another answer.
func TestClientReadsStatusAndJSON(t *testing.T) {
	clienttest.Daily(t, 2)
	allow := Output{Specific: PreToolUseOutput{Decision: Allow, Reason: "of the JSON"}}.JSON()
	tests := []struct {
		name string
		exit Exit
	}{
		{"status 2 against allow", Exit{allow, []byte("of stderr"), 2}},
		{"status 2 beside a refusal", Exit{[]byte(`{"decision":"block","reason":"of the JSON"}`), []byte("of stderr"), 2}},
		{"status 2 beside rubbish", Exit{[]byte(`{"`), []byte("of stderr"), 2}},
		{"status 1 beside a refusal", Exit{Output{Specific: PreToolUseOutput{Decision: Deny, Reason: "of the JSON"}}.JSON(), []byte("of stderr"), 1}},
		{"status 1 alone", Exit{nil, []byte("of stderr"), 1}},
		{"status 1 beside rubbish", Exit{[]byte(`{"`), []byte("of stderr"), 1}},
		{"rubbish", Exit{[]byte(`{"`), nil, 0}},
		{"a null", Exit{[]byte(`{"decision":"block","reason":"of the JSON","systemMessage":null}`), nil, 0}},
		{"status 2 behind async", Exit{Output{Async: true}.JSON(), []byte("of stderr"), 2}},
		{"async behind a refusal", Exit{[]byte(`{"decision":"block","reason":"of the JSON","async":true}`), nil, 0}},
		{"async behind text", Exit{[]byte("checked\n{\"async\":true}\n"), []byte("of stderr"), 2}},
		{"async and more", Exit{[]byte(`{"async":true}` + "\n" + `{"decision":"block","reason":"of the JSON"}` + "\n"), nil, 0}},
		{"the older form", Exit{[]byte(`{"decision":"block","reason":"of the JSON"}`), nil, 0}},
		{"the older form against the newer", Exit{[]byte(`{"decision":"block","reason":"old","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"new"}}`), nil, 0}},
		{"the older form without a reason", Exit{[]byte(`{"decision":"block","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"new"}}`), nil, 0}},
		{"the newer form against the older", Exit{[]byte(`{"decision":"approve","reason":"old","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"new"}}`), nil, 0}},
	}
	t.Parallel()
	lab := clienttest.New(t)
	var answers strings.Builder
	for i, tt := range tests {
		name := filepath.Join(lab.Root, fmt.Sprintf("answer-%d", i))
		for suffix, content := range map[string][]byte{".out": tt.exit.Stdout, ".err": tt.exit.Stderr} {
			musttest.Do(t, os.WriteFile(name+suffix, content, 0o600))
		}
		fmt.Fprintf(&answers, "*'\"echo case %d.\"'*) cat %s.out; cat %s.err >&2; exit %d;;\n", i, name, name, tt.exit.Status)
		lab.Turns(clienttest.ToolUse("Bash", json.RawMessage(fmt.Sprintf(`{"command":"echo case %d."}`, i))))
	}
	hook := lab.Script("answers", "case \"$(cat)\" in\n"+answers.String()+"esac")
	lab.Settings(lab.JSON(map[string]any{"hooks": map[string]any{"PreToolUse": []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": hook}}}}}}))
	lab.Headless(nil, "hello")
	results := lab.ToolResults()
	if len(results) != len(tests) {
		t.Fatalf("%d tool results: %+v", len(results), results)
	}
	for i, tt := range tests {
		out, _ := ReadExit(EventPreToolUse, tt.exit)
		own, _ := out.Specific.(PreToolUseOutput)
		text := strings.TrimSpace(results[i].Text)
		if refused := strings.Contains(text, "hook error"); refused != (own.Decision == Deny) {
			t.Errorf("%s: refused: %t, but read as %+v: %s", tt.name, refused, own, text)
		} else if refused && !strings.HasSuffix(text, own.Reason) {
			t.Errorf("%s: refused with %q, but read as %q", tt.name, text, own.Reason)
		}
	}
}
