package control_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/clienttest"
	"neverask/hooks/control"
)

// session starts the real client under a registry.
func session(t *testing.T, lab *ct.Lab, registry *control.Registry, args ...string) *control.Session {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := lab.Command(args...)
	s, err := control.Start(ctx, control.Options{
		Client: cmd.Args[:1], Args: cmd.Args[1:], Dir: cmd.Dir, Env: cmd.Env, Registry: registry,
		Start: func(c *exec.Cmd) error { return lab.Start(c) },
		Warn:  func(text string) { t.Log("warning:", text) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// result waits for the result of a prompt.
func result(t *testing.T, s *control.Session) control.Message {
	t.Helper()
	for {
		m, err := s.Receive(t.Context())
		if err != nil {
			t.Fatalf("no result: %v", err)
		}
		if m.Type == "result" {
			return m
		}
	}
}

const library = "Which library should we use?"

func answers(question, answer string) hooks.Value {
	var w hooks.Writer
	w.Begin('{')
	w.Name("answers").Begin('{')
	w.Text(question, answer)
	w.End('}')
	w.End('}')
	return w.Finish()
}

func TestClientQuestionAnswered(t *testing.T) {
	lab := ct.New(t)
	lab.Turns(ct.Ask(ct.Choice(library, "date-fns", "moment")), ct.Text("finished"))
	registry, err := control.NewRegistry(control.HookFunc(func(_ context.Context, in control.Input, id string) (control.Result, error) {
		if in.ToolName != "AskUserQuestion" || !in.RequiresInteraction || id == "" {
			t.Errorf("got %s, %v, id %q", in.ToolName, in.RequiresInteraction, id)
		}
		return control.AllowInput(answers(library, "moment")), nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	s := session(t, lab, registry)
	if err := s.Prompt("hello"); err != nil {
		t.Fatal(err)
	}
	if m := result(t, s); m.Value.Get("result").String() != "finished" {
		t.Errorf("got %s", m.Line)
	}
	if code := s.Wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	results := lab.ToolResults()
	if len(results) != 1 || !strings.Contains(results[0].Text, `="moment"`) {
		t.Errorf("got %+v", results)
	}
}
