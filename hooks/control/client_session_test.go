package control_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"neverask/hooks"
	ct "neverask/hooks/claude/clienttest"
	"neverask/hooks/control"
	"neverask/settings/musttest"
)

// TestClientParkAndResume: a deferred call comes back with its id when the
// session is resumed.
func TestClientParkAndResume(t *testing.T) {
	ct.Daily(t, 3)
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

func TestClientDoesNotStart(t *testing.T) {
	ct.Daily(t, 3)
	lab := newLab(t)
	_, err := start(t, lab, nil, "--no-such-flag")
	exit := (*control.ExitError)(nil)
	if !errors.As(err, &exit) || exit.Code != 1 || !strings.Contains(err.Error(), "no-such-flag") {
		t.Errorf("got %v", err)
	}
	_, err = control.Start(t.Context(), control.Options{Client: []string{filepath.Join(lab.Root, "no-such-program")}})
	if err == nil || errors.As(err, &exit) {
		t.Errorf("got %v", err)
	}
}

// TestClientIsEnded: Close leaves no process, whatever the client is doing.
func TestClientIsEnded(t *testing.T) {
	ct.Daily(t, 3)
	lab := newLab(t)
	pid := filepath.Join(lab.Root, "pid")
	lab.Turns(bash("echo $$ > "+pid+"; sleep 300"), ct.Text("finished"))
	w := begin(t, lab, register(t, always(control.Allow())))
	musttest.Do(t, w.Prompt("hello"))
	tool := startedAs(t, pid)
	w.Close()
	control.Until(t, "the tool still runs", func() bool { _, err := os.Stat("/proc/" + tool); return err != nil })
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
	musttest.Do(t, err)
	child := startedAs(t, ready)
	cancel()
	if code := s.Wait(); code != 128+9 {
		t.Errorf("exit code %d", code)
	}
	control.Until(t, "what the client started still runs", func() bool {
		b, err := os.ReadFile("/proc/" + child + "/stat")
		return err != nil || strings.Contains(string(b), ") Z ") // a zombie waits for whoever adopted it
	})
}

// TestClientTalksToAServerHere: an MCP server that runs in this process is spoken to by a
// function for "mcp_message"; the model gets what its tool returns.
func TestClientTalksToAServerHere(t *testing.T) {
	ct.Daily(t, 3)
	lab := newLab(t, ct.ToolUse("mcp__calc__add", map[string]int{"a": 2, "b": 40}), ct.Text("finished"))
	var methods []string
	registry := register(t, always(control.Allow())).WithRequests("mcp_message", func(_ context.Context, request hooks.Value) (hooks.Value, error) {
		message := request.Get("message")
		method := message.Get("method").String()
		methods = append(methods, method)
		results := map[string]string{
			"initialize": `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"calc","version":"1"}}`,
			"tools/list": `{"tools":[{"name":"add","description":"adds","inputSchema":{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}}}}]}`,
			"tools/call": `{"content":[{"type":"text","text":"the sum is 42"}]}`,
		}
		result := results[method]
		if result == "" {
			result = "{}"
		}
		id := message.Get("id").Raw()
		if id == "" {
			id = "0" // of a notification
		}
		return hooks.Parse([]byte(`{"mcp_response":{"jsonrpc":"2.0","id":` + id + `,"result":` + result + `}}`))
	})
	w := begin(t, lab, registry, "--mcp-config", `{"mcpServers":{"calc":{"type":"sdk","name":"calc"}}}`)
	w.finish()
	if r := w.toolResult(0); r.IsError || !strings.Contains(r.Text, "the sum is 42") {
		t.Errorf("the tool returned %+v; the client asked for %v", r, methods)
	}
}

// startedAs waits for a line with the id of a process in a file.
func startedAs(t *testing.T, file string) string {
	t.Helper()
	var b []byte
	control.Until(t, "it does not run", func() bool {
		b, _ = os.ReadFile(file)
		return strings.HasSuffix(string(b), "\n")
	})
	return strings.TrimSpace(string(b))
}
