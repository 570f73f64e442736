package control_test

import (
	"context"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/control"
	"neverask/settings/musttest"
)

// world is a lab with a session of the real client in it.
type world struct {
	*ct.Lab
	*control.Session
	t *testing.T
}

func newLab(t *testing.T, turns ...ct.Turn) *ct.Lab {
	t.Helper()
	t.Parallel() // so that TestMain alone can look for goroutines that are left
	lab := ct.New(t)
	lab.Turns(turns...)
	return lab
}

func register(t *testing.T, permission control.Hook, entries ...control.Entry) *control.Registry {
	t.Helper()
	r, err := control.NewRegistry(permission, entries...)
	musttest.Do(t, err)
	return r
}

// begin starts the client and shakes hands with it.
func begin(t *testing.T, lab *ct.Lab, registry *control.Registry, args ...string) world {
	t.Helper()
	s, err := start(t, lab, registry, args...)
	musttest.Do(t, err)
	return world{lab, s, t}
}

func start(t *testing.T, lab *ct.Lab, registry *control.Registry, args ...string) (*control.Session, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	cmd := lab.Command(args...)
	s, err := control.Start(ctx, control.Options{
		Client: cmd.Args[:1], Args: cmd.Args[1:], Dir: cmd.Dir, Env: cmd.Env, Registry: registry,
		Start: func(c *exec.Cmd) error { return lab.Start(c) },
		Warn: func(text string) {
			t.Log("warning:", text)
			if strings.Contains(text, "callback is not asked about anything") {
				t.Error("no settings or arguments keep it from being asked")
			}
		},
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
	musttest.Do(w.t, w.Prompt(text))
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
	musttest.Do(t, err)
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
	t.Helper()
	return parse(t, `{"answers":{"`+question+`":"`+answer+`"}}`)
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
