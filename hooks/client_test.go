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
	"neverask/settings/must"
)

// install gives the lab one hook for an event that leaves behind what exit says,
// every time or only the first.
type installed struct {
	event Event
	exit  Exit
	once  bool
}

func install(t *testing.T, lab *clienttest.Lab, hooks ...installed) {
	t.Helper()
	groups := map[Event][]any{}
	for i, h := range hooks {
		name := fmt.Sprintf("hook-%d", i)
		file := func(suffix string, content []byte) string {
			path := filepath.Join(lab.Root, name+suffix)
			must.Do(t, os.WriteFile(path, content, 0o600))
			return path
		}
		body := "cat >/dev/null\n"
		if h.once {
			done := filepath.Join(lab.Root, name+".done")
			body += "[ -e " + done + " ] && exit 0\n: > " + done + "\n"
		}
		body += fmt.Sprintf("cat %s\ncat %s >&2\nexit %d", file(".out", h.exit.Stdout), file(".err", h.exit.Stderr), h.exit.Status)
		groups[h.event] = append(groups[h.event], map[string]any{
			"hooks": []any{map[string]any{"type": "command", "command": lab.Script(name, body)}},
		})
	}
	lab.Settings(lab.JSON(map[string]any{"hooks": groups}))
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
	must.Write(t, command, "do $ARGUMENTS\n")
}

// TestClientKnowsEveryMember: the client says in its debug log which outputs it
// voids. It must void none that Check passes, and every one in which a member
// has a value of another kind, which shows that it knows the member at all.
func TestClientKnowsEveryMember(t *testing.T) {
	t.Parallel()
	lab := clienttest.New(t)
	var hooks []installed
	var want []string // markers of the outputs that are to be voided
	add := func(voided bool, format string, args ...any) {
		marker := fmt.Sprintf("marker-%03d", len(hooks))
		line := strings.Replace(fmt.Sprintf(format, args...), "MARKER", marker, 1)
		hooks = append(hooks, installed{EventPostToolUse, Exit{Stdout: []byte(line)}, false})
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
				t.Errorf("voided: %t: %s", voided, h.exit.Stdout)
			}
		}
	}
	// Our reader is as strict as the client.
	for i, h := range hooks {
		name := object(t, string(h.exit.Stdout)).Get("hookSpecificOutput").Get("hookEventName").String()
		event := EventPostToolUse
		if name != "" {
			event = Event(name)
		}
		if strings.Contains(string(h.exit.Stdout), `"hookEventName":7`) {
			continue
		}
		_, err := ParseOutput(event, h.exit.Stdout)
		if voided := slices.Contains(want, fmt.Sprintf("marker-%03d", i)); voided != (err != nil) {
			t.Errorf("ParseOutput: %s: %v", h.exit.Stdout, err)
		}
	}
}

// TestClientRefuses: a refusal of each kind works, said with JSON and said with
// the status alone.
func TestClientRefuses(t *testing.T) {
	for _, way := range []struct {
		name string
		exit func(event Event, out Output) (Exit, error)
	}{
		{"with JSON", func(_ Event, out Output) (Exit, error) { return out.Exit(), nil }},
		{"with the status", func(event Event, out Output) (Exit, error) { return out.Plain(event) }},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			lab := clienttest.New(t)
			refuse := func(event Event) installed {
				out, err := Result{Decision: Deny, Message: "refused " + string(event)}.Native(event, object(t, `{}`))
				must.Do(t, err)
				exit, err := way.exit(event, out)
				must.Do(t, err)
				return installed{event, exit, true}
			}
			install(t, lab, refuse(EventPreToolUse), refuse(EventPostToolUse), refuse(EventPostToolUseFailure), refuse(EventTaskCreated), refuse(EventTaskCompleted), refuse(EventStop), refuse(EventSubagentStop))
			create := clienttest.ToolUse("TaskCreate", map[string]any{"subject": "s", "description": "d", "activeForm": "a"})
			lab.Turns(
				clienttest.ToolUse("Bash", map[string]any{"command": "echo one"}),
				clienttest.ToolUse("Bash", map[string]any{"command": "echo two"}),
				clienttest.ToolUse("Bash", map[string]any{"command": "exit 3"}),
				create, create,
				clienttest.ToolUse("TaskUpdate", map[string]any{"taskId": "2", "status": "completed"}),
				subagent, clienttest.Text("the subagent"), clienttest.Text("the subagent again"),
				clienttest.Text("first"), clienttest.Text("second"))
			r := lab.Headless(nil, "hello", "--allowedTools", "Bash,TaskCreate,TaskUpdate,Agent")
			results := lab.ToolResults()
			if len(results) != 7 {
				t.Fatalf("%d tool results: %+v", len(results), results)
			}
			for i, want := range []string{"refused PreToolUse", "two", "Exit code 3", "refused TaskCreated", "#2 created", "refused TaskCompleted", "the subagent again"} {
				if !strings.Contains(results[i].Text, want) {
					t.Errorf("tool result %d: %q, want %q", i, results[i].Text, want)
				}
			}
			read := everyRequest(lab)
			for _, want := range []string{"refused PostToolUse", "refused PostToolUseFailure", "refused SubagentStop", "refused Stop"} {
				if !strings.Contains(read, want) {
					t.Errorf("the model has not read %q", want)
				}
			}
			if strings.TrimSpace(r.Stdout) != "second" {
				t.Errorf("the refused stop ended with %q", r.Stdout)
			}
		})
		t.Run(way.name+" to go on", func(t *testing.T) {
			t.Parallel()
			lab := clienttest.New(t)
			var hooks []installed
			// In this order, each once.
			for _, event := range []Event{EventUserPromptSubmit, EventUserPromptExpansion, EventPostToolBatch} {
				exit, err := way.exit(event, Output{Block: true, Reason: "refused here"})
				must.Do(t, err)
				hooks = append(hooks, installed{event, exit, true})
			}
			install(t, lab, hooks...)
			lab.Turns(clienttest.ToolUse("Bash", map[string]any{"command": "echo one"}), clienttest.Text("not to be said"))
			writeCommand(t, lab)
			s := lab.Stream("--allowedTools", "Bash")
			for i := range hooks {
				s.Prompt("/do it")
				s.ReceiveType("result")
				for j := range hooks {
					_, err := os.Stat(filepath.Join(lab.Root, fmt.Sprintf("hook-%d.done", j)))
					if refused := err == nil; refused != (j <= i) {
						t.Errorf("at prompt %d %s has refused: %t", i, hooks[j].event, refused)
					}
				}
			}
			if r := s.Close(); strings.Contains(r.Stdout, "not to be said") || len(lab.ToolResults()) > 0 {
				t.Errorf("Claude went on: %q, %+v", r.Stdout, lab.ToolResults())
			}
		})
	}
}

// TestClientTakesInstructions: the context that a result has for PreCompact
// reaches the model that writes the summary, and a refusal keeps it from being
// asked.
func TestClientTakesInstructions(t *testing.T) {
	instruct, err := Result{SystemPrompt: "keep all names"}.Native(EventPreCompact, Value{})
	must.Do(t, err)
	plain, err := instruct.Plain(EventPreCompact)
	must.Do(t, err)
	refusal := Output{Block: true, Reason: "not now"}
	for _, tt := range []struct {
		name     string
		exit     Exit
		requests bool
	}{{"with JSON", instruct.Exit(), true}, {"as text", plain, true}, {"a refusal", refusal.Exit(), false}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			lab := clienttest.New(t)
			install(t, lab, installed{EventPreCompact, tt.exit, false})
			lab.Turns(clienttest.Text("fine"))
			s := lab.Stream()
			s.Prompt("hello")
			s.ReceiveType("result")
			before := len(lab.Requests())
			s.Prompt("/compact")
			s.ReceiveType("result")
			r := s.Close()
			after := lab.Requests()[before:]
			if asked := len(after) > 0; asked != tt.requests {
				t.Fatalf("a summary was asked for: %t", asked)
			}
			if tt.requests && !strings.Contains(after[0].Text(), "keep all names") {
				t.Error("the instructions did not arrive")
			}
			if !tt.requests && !strings.Contains(r.Stdout, "not now") {
				t.Errorf("the person reads %q", r.Stdout)
			}
		})
	}
}

// TestClientReadsContext: the context of a result reaches the model wherever the
// guide says that there is a place for it. At Stop it keeps Claude working.
func TestClientReadsContext(t *testing.T) {
	t.Parallel()
	lab := clienttest.New(t)
	events := []Event{
		EventSessionStart, EventUserPromptSubmit, EventUserPromptExpansion, EventPreToolUse, EventPostToolUse, EventPostToolUseFailure,
		EventPostToolBatch, EventSubagentStart, EventSubagentStop, EventStop,
	}
	var hooks []installed
	for _, event := range events {
		out, err := Result{SystemPrompt: "context of " + string(event) + "."}.Native(event, Value{})
		must.Do(t, err)
		hooks = append(hooks, installed{event, out.Exit(), true})
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
			must.Do(t, os.WriteFile(name+suffix, content, 0o600))
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

// TestClientAsksWithUpdatedInput: the person sees and approves the modified
// call, and what was not modified is still there.
func TestClientAsksWithUpdatedInput(t *testing.T) {
	t.Parallel()
	lab := clienttest.New(t)
	input := `{"command":"touch asked-for","timeout":30000,"description":"make a file"}`
	out, err := Result{Decision: Ask, Message: "rewritten", UpdatedInput: object(t, `{"command":"touch approved"}`)}.Native(EventPreToolUse, object(t, input))
	must.Do(t, err)
	install(t, lab, installed{EventPreToolUse, out.Exit(), false})
	lab.Turns(clienttest.ToolUse("Bash", json.RawMessage(input)), clienttest.Text("fine"))
	s := lab.Interactive()
	s.Prompt("hello")
	screen := s.WaitFor("the permission dialog", func(screen string) bool { return strings.Contains(screen, "Do you want to") })
	if _, dialog, _ := strings.Cut(screen, "Bash command"); !strings.Contains(dialog, "touch approved") || strings.Contains(dialog, "touch asked-for") {
		t.Errorf("the person sees\n%s", screen)
	}
	s.Press("enter", "the end of the dialog", func() bool { return !strings.Contains(s.Screen(), "Do you want to") })
	s.WaitToolResult(1)
	if _, err := os.Stat(filepath.Join(lab.Project, "approved")); err != nil {
		t.Errorf("the approved command has not run: %v", err)
	}
	if _, err := os.Stat(filepath.Join(lab.Project, "asked-for")); err == nil {
		t.Error("the command that the model asked for has run")
	}
	s.Quit()
}
