package control_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/clienttest"
	"neverask/hooks/control"
)

// world is a lab with a session of the real client in it.
type world struct {
	*ct.Lab
	*control.Session
	t *testing.T
}

func newLab(t *testing.T, turns ...ct.Turn) *ct.Lab {
	t.Helper()
	control.CheckLeaks(t)
	lab := ct.New(t)
	lab.Turns(turns...)
	return lab
}

func register(t *testing.T, permission control.Hook, entries ...control.Entry) *control.Registry {
	t.Helper()
	r, err := control.NewRegistry(permission, entries...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// begin starts the client and shakes hands with it.
func begin(t *testing.T, lab *ct.Lab, registry *control.Registry, args ...string) world {
	t.Helper()
	s, err := start(t, lab, registry, args...)
	if err != nil {
		t.Fatal(err)
	}
	return world{lab, s, t}
}

func start(t *testing.T, lab *ct.Lab, registry *control.Registry, args ...string) (*control.Session, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	cmd := lab.Command(args...)
	s, err := control.Start(ctx, control.Options{
		Client: cmd.Args[:1], Args: cmd.Args[1:], Dir: cmd.Dir, Env: cmd.Env, Registry: registry,
		Start: func(c *exec.Cmd) error { return lab.Start(c) },
		Warn:  func(text string) { t.Log("warning:", text) },
	})
	t.Cleanup(func() {
		if err == nil {
			s.Close()
		}
		cancel()
	})
	return s, err
}

// prompt sends a prompt and returns its result.
func (w world) prompt(text string) control.Message {
	w.t.Helper()
	if err := w.Prompt(text); err != nil {
		w.t.Fatal(err)
	}
	return w.result()
}

func (w world) result() control.Message {
	w.t.Helper()
	for {
		m, err := w.Receive(w.t.Context())
		if err != nil {
			w.t.Fatalf("no result: %v", err)
		}
		if m.Type == "result" {
			return m
		}
	}
}

// finish prompts, and ends the session.
func (w world) finish() control.Message {
	w.t.Helper()
	m := w.prompt("hello")
	if code := w.Wait(); code != 0 {
		w.t.Errorf("exit code %d", code)
	}
	return m
}

// told fails unless the model was told a text.
func (w world) told(text string) {
	w.t.Helper()
	var all []string
	for _, r := range w.Requests() {
		if strings.Contains(r.Text(), text) {
			return
		}
		all = append(all, r.Text())
	}
	w.t.Errorf("the model was not told %q but\n%s", text, strings.Join(all, "\n"))
}

func (w world) toolResult(n int) ct.ToolResult {
	w.t.Helper()
	all := w.ToolResults()
	if len(all) <= n {
		w.t.Fatalf("%d tool results: %+v", len(all), all)
	}
	return all[n]
}

func always(r control.Result) control.HookFunc {
	return func(context.Context, control.Input, string) (control.Result, error) { return r, nil }
}

func on(event hooks.Event, matcher string, f control.HookFunc) control.Entry {
	return control.Entry{Event: event, Matcher: matcher, Hooks: []control.Hook{f}}
}

func parse(t *testing.T, s string) hooks.Value {
	t.Helper()
	v, err := hooks.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

const (
	library = "Which library should we use?"
	runner  = "Which runner should we use?"
)

func bash(command string) ct.Turn {
	return ct.ToolUse("Bash", map[string]string{"command": command, "description": "try"})
}

func answers(t *testing.T, question, answer string) hooks.Value {
	return parse(t, `{"answers":{"`+question+`":"`+answer+`"}}`)
}

func TestClientQuestionAnswered(t *testing.T) {
	lab := newLab(t, ct.Ask(ct.Choice(library, "date-fns", "moment")), ct.Text("finished"))
	w := begin(t, lab, register(t, control.HookFunc(func(_ context.Context, in control.Input, id string) (control.Result, error) {
		if in.ToolName != "AskUserQuestion" || !in.RequiresInteraction || id == "" {
			t.Errorf("got %s, %v, id %q", in.ToolName, in.RequiresInteraction, id)
		}
		return control.AllowInput(answers(t, library, "moment")), nil
	})))
	if v := w.Info.Get("claude_code_version").String(); v != ct.Version {
		t.Errorf("version %q", v)
	}
	if m := w.finish(); m.Value.Get("result").String() != "finished" {
		t.Errorf("got %s", m.Line)
	}
	if r := w.toolResult(0); !strings.Contains(r.Text, `="moment"`) {
		t.Errorf("got %+v", r)
	}
}

func TestClientPermissionGate(t *testing.T) {
	for _, tt := range []struct {
		name    string
		result  control.Result
		exists  bool
		told    string // by the tool's result
		subtype string
		code    int
	}{
		{"allow", control.Allow(), true, "", "success", 0},
		{"deny", control.Deny("not on a Sunday"), false, "not on a Sunday", "success", 0},
		{"interrupt", control.DenyInterrupt("enough"), false, "", "error_during_execution", 1},
		{"misplaced", control.Halt("enough"), false, "Hook error", "success", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lab := newLab(t)
			file := filepath.Join(lab.Root, "made")
			lab.Turns(bash("touch "+file), ct.Text("finished"))
			w := begin(t, lab, register(t, always(tt.result)))
			if m := w.prompt("hello"); m.Subtype != tt.subtype {
				t.Errorf("got %s", m.Line)
			}
			if code := w.Wait(); code != tt.code {
				t.Errorf("exit code %d", code)
			}
			if _, err := os.Stat(file); (err == nil) != tt.exists {
				t.Errorf("the tool ran: %v", err == nil)
			}
			if tt.told != "" {
				w.told(tt.told)
			}
		})
	}
}

// TestClientRewrittenInput: the tool runs with the merged input, from either
// place.
func TestClientRewrittenInput(t *testing.T) {
	patch := parse(t, `{"command":"echo rewritten"}`)
	for name, entry := range map[string]func() (control.Hook, []control.Entry){
		"permission": func() (control.Hook, []control.Entry) { return always(control.AllowInput(patch)), nil },
		"PreToolUse": func() (control.Hook, []control.Entry) {
			return always(control.Deny("asked")), []control.Entry{on(hooks.EventPreToolUse, "Bash", always(control.AllowInput(patch)))}
		},
	} {
		t.Run(name, func(t *testing.T) {
			permission, entries := entry()
			lab := newLab(t)
			lab.Turns(bash("touch "+lab.Root+"/made; echo original"), ct.Text("finished"))
			w := begin(t, lab, register(t, permission, entries...))
			w.finish()
			if r := w.toolResult(0); r.Text != "rewritten" {
				t.Errorf("got %+v", r)
			}
		})
	}
}

func TestClientToolHooks(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	note := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, text)
	}
	lab := newLab(t, bash("echo hi"), bash("exit 3"), bash("echo refused"), ct.Text("finished"))
	observe := control.Observe(func(tool string, input, response hooks.Value) {
		note("observed " + tool + " " + response.Get("stdout").String())
	})
	w := begin(t, lab, register(t, nil,
		on(hooks.EventPreToolUse, "Bash", func(_ context.Context, in control.Input, id string) (control.Result, error) {
			p := in.Payload.(hooks.PreToolUse)
			note("before " + p.ToolInput.Get("command").String())
			if id == "" || id != p.ToolUseID {
				t.Errorf("id %q, in the payload %q", id, p.ToolUseID)
			}
			if p.ToolInput.Get("command").String() == "echo refused" {
				return control.Deny("no echo"), nil
			}
			return control.Allow().WithContext("the hook was here"), nil
		}),
		on(hooks.EventPostToolUse, "", func(_ context.Context, in control.Input, _ string) (control.Result, error) {
			note("after " + in.Payload.(hooks.PostToolUse).ToolResponse.Get("stdout").String())
			return control.Context("read the output twice"), nil
		}),
		on(hooks.EventPostToolUseFailure, "", func(_ context.Context, in control.Input, _ string) (control.Result, error) {
			note("failed " + in.Payload.(hooks.PostToolUseFailure).Error)
			return control.OK(), nil
		}),
		on(hooks.EventPreToolUse, "Edit", func(context.Context, control.Input, string) (control.Result, error) {
			note("another tool")
			return control.OK(), nil
		}),
		observe,
	))
	w.finish()
	w.told("the hook was here")
	w.told("read the output twice")
	if r := w.toolResult(2); !r.IsError || !strings.Contains(r.Text, "no echo") {
		t.Errorf("got %+v", r)
	}
	all := strings.Join(seen, "\n")
	for _, text := range []string{"before echo hi", "after hi", "observed Bash hi", "before exit 3", "failed Exit code 3", "before echo refused"} {
		if !strings.Contains(all, text) {
			t.Errorf("not seen: %s", text)
		}
	}
	if len(seen) != 6 {
		t.Errorf("seen:\n%s", all)
	}
}

func TestClientStopKeepsWorking(t *testing.T) {
	lab := newLab(t, ct.Text("first"), ct.Text("second"))
	stops := 0
	w := begin(t, lab, register(t, nil, on(hooks.EventStop, "", func(context.Context, control.Input, string) (control.Result, error) {
		if stops++; stops == 1 {
			return control.KeepWorking("the tests fail"), nil
		}
		return control.OK(), nil
	})))
	if m := w.finish(); m.Value.Get("result").String() != "second" {
		t.Errorf("got %s", m.Line)
	}
	w.told("the tests fail")
}

func TestClientPromptIsRejected(t *testing.T) {
	lab := newLab(t, ct.Text("finished"))
	w := begin(t, lab, register(t, nil, on(hooks.EventUserPromptSubmit, "", always(control.Reject("no secrets, please")))))
	w.prompt("my password is x")
	w.Wait()
	for _, r := range w.Requests() {
		if r.Main {
			t.Errorf("the model was asked: %s", r.Text())
		}
	}
}

// TestClientHalts: the model is not asked again, and before a tool the tool does
// not run.
func TestClientHalts(t *testing.T) {
	for _, event := range []hooks.Event{hooks.EventUserPromptSubmit, hooks.EventPreToolUse, hooks.EventPostToolUse, hooks.EventPostToolBatch, hooks.EventStop} {
		t.Run(string(event), func(t *testing.T) {
			lab := newLab(t)
			file := filepath.Join(lab.Root, "made")
			lab.Turns(bash("touch "+file), ct.Text("second"), ct.Text("third"))
			w := begin(t, lab, register(t, always(control.Allow()), on(event, "", always(control.Halt("that is enough")))))
			w.prompt("hello")
			want := map[hooks.Event]int{hooks.EventUserPromptSubmit: 0, hooks.EventStop: 2}
			n, ok := want[event]
			if !ok {
				n = 1
			}
			asked := 0
			for _, r := range w.Requests() {
				if r.Main {
					asked++
				}
			}
			if asked != n {
				t.Errorf("the model was asked %d times", asked)
			}
			if _, err := os.Stat(file); err == nil && event == hooks.EventPreToolUse {
				t.Error("the tool ran")
			}
		})
	}
}

func TestClientCompactInstructions(t *testing.T) {
	lab := newLab(t, ct.Text("first"))
	w := begin(t, lab, register(t, nil, on(hooks.EventPreCompact, "", always(control.Instructions("keep the names of the ships")))))
	w.prompt("hello")
	w.prompt("/compact")
	w.told("keep the names of the ships")
}

func TestClientPermissionUpdateIsWritten(t *testing.T) {
	lab := newLab(t)
	command := "touch " + filepath.Join(lab.Root, "made")
	lab.Turns(bash(command), bash(command), ct.Text("finished"))
	update, err := control.AddRules(control.ToLocalSettings, control.BehaviorAllow, control.Rule{Tool: "Bash", Content: command})
	if err != nil {
		t.Fatal(err)
	}
	directory, err := control.AddDirectories(control.ToSession, lab.Root)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	w := begin(t, lab, register(t, control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		if asked++; len(in.Suggestions) == 0 {
			t.Errorf("no suggestions in %s", in.Raw.Raw())
		}
		return control.AllowPermanently(update, directory), nil
	})))
	w.finish()
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
	b, err := os.ReadFile(filepath.Join(lab.Project, ".claude", "settings.local.json"))
	if err != nil || !strings.Contains(string(b), "Bash("+command+")") {
		t.Errorf("got %s, %v", b, err)
	}
}

func TestClientInterruptWhilePending(t *testing.T) {
	lab := newLab(t, ct.Ask(ct.Choice(library, "date-fns", "moment")), ct.Text("finished"))
	started, ended := make(chan struct{}), make(chan error, 1)
	w := begin(t, lab, register(t, control.HookFunc(func(ctx context.Context, _ control.Input, _ string) (control.Result, error) {
		close(started)
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return control.AllowInput(answers(t, library, "moment")), nil
	})))
	if err := w.Prompt("hello"); err != nil {
		t.Fatal(err)
	}
	<-started
	if err := w.Interrupt(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, control.ErrCancelled) {
		t.Errorf("the hook ended with %v", err)
	}
	if m := w.result(); m.Subtype != "error_during_execution" {
		t.Errorf("got %s", m.Line)
	}
	// The session goes on.
	if m := w.prompt("again"); m.Value.Get("result").String() != "finished" {
		t.Errorf("got %s", m.Line)
	}
}

func TestClientTwoQuestionsAtOnce(t *testing.T) {
	lab := newLab(t, ct.Together(ct.Ask(ct.Choice(library, "date-fns", "moment")), ct.Ask(ct.Choice(runner, "jest", "vitest"))), ct.Text("finished"))
	second := make(chan struct{})
	w := begin(t, lab, register(t, control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		if strings.Contains(in.ToolInput.Raw(), runner) {
			close(second)
			return control.AllowInput(answers(t, runner, "jest")), nil
		}
		<-second // the first is not answered before the second
		return control.AllowInput(answers(t, library, "moment")), nil
	})))
	w.finish()
	all := w.toolResult(0).Text + w.toolResult(1).Text
	if !strings.Contains(all, `="moment"`) || !strings.Contains(all, `="jest"`) {
		t.Errorf("got %s", all)
	}
}

func TestClientPermissionMode(t *testing.T) {
	lab := newLab(t, ct.ToolUse("Write", map[string]string{"file_path": "/nowhere/x", "content": "x"}), ct.Text("finished"))
	var mode string
	w := begin(t, lab, register(t, always(control.Deny("no")), on(hooks.EventPreToolUse, "", func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		mode = in.Payload.Base().PermissionMode
		return control.OK(), nil
	})))
	if err := w.SetPermissionMode(t.Context(), "acceptEdits"); err != nil {
		t.Fatal(err)
	}
	if err := w.SetPermissionMode(t.Context(), "yolo"); err == nil {
		t.Error("an unknown mode is taken")
	}
	w.finish()
	if mode != "acceptEdits" {
		t.Errorf("mode %q", mode)
	}
}

// TestClientParkAndResume: a deferred call comes back with its id when the
// session is resumed.
func TestClientParkAndResume(t *testing.T) {
	lab := newLab(t, ct.Ask(ct.Choice(library, "date-fns", "moment")), ct.Text("finished"))
	var parked string
	w := begin(t, lab, register(t, always(control.Deny("nobody")), on(hooks.EventPreToolUse, "AskUserQuestion",
		func(_ context.Context, _ control.Input, id string) (control.Result, error) {
			parked = id
			return control.Defer("later"), nil
		})))
	m := w.finish()
	if id := m.Value.Get("deferred_tool_use").Get("id").String(); id == "" || id != parked {
		t.Fatalf("deferred %q, parked %q: %s", id, parked, m.Line)
	}
	again := begin(t, lab, register(t, always(control.Deny("nobody")), on(hooks.EventPreToolUse, "AskUserQuestion",
		func(_ context.Context, _ control.Input, id string) (control.Result, error) {
			if id != parked {
				t.Errorf("resumed with %q", id)
			}
			return control.AllowInput(answers(t, library, "moment")), nil
		})), "--resume", m.Value.Get("session_id").String())
	again.Resume()
	if m := again.result(); m.Value.Get("result").String() != "finished" {
		t.Errorf("got %s", m.Line)
	}
	if code := again.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if r := again.toolResult(0); !strings.Contains(r.Text, `="moment"`) {
		t.Errorf("got %+v", r)
	}
}

func TestClientGuardInTime(t *testing.T) {
	lab := newLab(t, bash("echo hi"), ct.Text("finished"))
	w := begin(t, lab, register(t, nil, control.Entry{Event: hooks.EventPreToolUse, Timeout: 500 * time.Millisecond, Hooks: []control.Hook{
		control.HookFunc(func(ctx context.Context, _ control.Input, _ string) (control.Result, error) {
			<-ctx.Done()
			return control.Allow(), nil
		}),
	}}))
	w.finish()
	if r := w.toolResult(0); !r.IsError || !strings.Contains(r.Text, "the hook did not answer in time") {
		t.Errorf("got %+v", r)
	}
}

func TestClientDoesNotStart(t *testing.T) {
	lab := newLab(t)
	_, err := start(t, lab, nil, "--no-such-flag")
	exit := (*control.ExitError)(nil)
	if !errors.As(err, &exit) || exit.Code != 1 {
		t.Errorf("got %v", err)
	}
	_, err = control.Start(t.Context(), control.Options{Client: []string{filepath.Join(lab.Root, "no-such-program")}})
	if err == nil || errors.As(err, &exit) {
		t.Errorf("got %v", err)
	}
}

// TestClientIsEnded: Close leaves no process, whatever the client is doing.
func TestClientIsEnded(t *testing.T) {
	lab := newLab(t)
	pid := filepath.Join(lab.Root, "pid")
	lab.Turns(bash("echo $$ > "+pid+"; sleep 300"), ct.Text("finished"))
	w := begin(t, lab, register(t, always(control.Allow())))
	if err := w.Prompt("hello"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(pid); err == nil && len(b) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the tool does not run")
		}
	}
	w.Close()
	b, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat("/proc/" + strings.TrimSpace(string(b))); err != nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the tool still runs")
		}
	}
	if err := w.Signal(os.Interrupt); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("a signal after the end: %v", err)
	}
}

// TestSessionEndsWithTheContext: a client that heeds nothing is killed.
func TestSessionEndsWithTheContext(t *testing.T) {
	control.CheckLeaks(t)
	dir := t.TempDir()
	script := filepath.Join(dir, "client")
	ready := filepath.Join(dir, "ready")
	// It shakes hands, and then ignores the end of its input and SIGTERM.
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntrap '' TERM\nread line\n"+
		`echo '{"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}}'`+
		"\nsleep 300 &\necho $! > "+ready+"\nwhile :; do wait; sleep 0.1; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, err := control.Start(ctx, control.Options{Client: []string{script}, Grace: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	var child string
	for deadline := time.Now().Add(time.Minute); child == ""; time.Sleep(5 * time.Millisecond) {
		if b, err := os.ReadFile(ready); err == nil && strings.HasSuffix(string(b), "\n") {
			child = strings.TrimSpace(string(b))
		}
		if time.Now().After(deadline) {
			t.Fatal("the client is not ready")
		}
	}
	cancel()
	if code := s.Wait(); code != 128+9 {
		t.Errorf("exit code %d", code)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		// A zombie waits for whoever adopted it.
		b, err := os.ReadFile("/proc/" + child + "/stat")
		if err != nil || strings.Contains(string(b), ") Z ") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("what the client started still runs")
		}
	}
}

// TestClientPermissionRequestHook: the event takes what its results say, too.
func TestClientPermissionRequestHook(t *testing.T) {
	for _, tt := range []struct {
		name   string
		result func(*testing.T, string) control.Result
		exists bool
		code   int
	}{
		{"allow for ever", func(t *testing.T, command string) control.Result {
			update, err := control.AddRules(control.ToLocalSettings, control.BehaviorAllow, control.Rule{Tool: "Bash", Content: command})
			if err != nil {
				t.Fatal(err)
			}
			return control.AllowPermanently(update)
		}, true, 0},
		{"deny", func(*testing.T, string) control.Result { return control.Deny("no") }, false, 0},
		{"interrupt", func(*testing.T, string) control.Result { return control.DenyInterrupt("no") }, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lab := newLab(t)
			file := filepath.Join(lab.Root, "made")
			lab.Turns(bash("touch "+file), ct.Text("finished"))
			w := begin(t, lab, register(t, control.HookFunc(func(ctx context.Context, _ control.Input, _ string) (control.Result, error) {
				<-ctx.Done() // the hook answers first
				return control.Result{}, ctx.Err()
			}), on(hooks.EventPermissionRequest, "Bash", always(tt.result(t, "touch "+file)))))
			w.prompt("hello")
			if code := w.Wait(); code != tt.code {
				t.Errorf("exit code %d", code)
			}
			if _, err := os.Stat(file); (err == nil) != tt.exists {
				t.Errorf("the tool ran: %v", err == nil)
			}
			b, err := os.ReadFile(filepath.Join(lab.Project, ".claude", "settings.local.json"))
			if strings.Contains(string(b), "touch") != tt.exists {
				t.Errorf("the local settings are %s, %v", b, err)
			}
		})
	}
}

// TestClientFailingHooks: what is refused and what goes on is the same at the
// client as in the tables.
func TestClientFailingHooks(t *testing.T) {
	broken := control.HookFunc(func(context.Context, control.Input, string) (control.Result, error) {
		return control.OK(), errors.New("broken")
	})
	for _, tt := range []struct {
		name  string
		entry control.Entry
		runs  bool
	}{
		{"guard", control.Entry{}, false},
		{"observer", control.Entry{Observer: true}, true},
		{"observer that blocks", control.Entry{Observer: true, OnFailure: "block"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lab := newLab(t, bash("echo it ran"), ct.Text("finished"))
			tt.entry.Event, tt.entry.Hooks = hooks.EventPreToolUse, []control.Hook{broken}
			w := begin(t, lab, register(t, always(control.Allow()), tt.entry))
			w.finish()
			if r := w.toolResult(0); (r.Text == "it ran") != tt.runs {
				t.Errorf("got %+v", r)
			}
		})
	}
}
