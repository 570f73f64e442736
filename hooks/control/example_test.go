package control_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"neverask/hooks"
	"neverask/hooks/control"
)

// A permission gate: one callback decides about every tool call that the
// client's own rules leave open.
func Example_permissionGate() {
	gate := control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		switch in.ToolName {
		case "Bash":
			return control.DenyInterrupt("no shell in this run"), nil
		case "Edit", "Write":
			return control.AllowPermanently(in.Suggestions...), nil
		}
		return control.Allow(), nil
	})
	registry, err := control.NewRegistry(gate)
	if err != nil {
		panic(err)
	}
	fmt.Println(strings.Join(control.Options{Registry: registry}.Argv(), " "))
	// Output: claude --print --input-format=stream-json --output-format=stream-json --verbose --permission-prompt-tool=stdio
}

// Input rewriting: every shell command gets a time-out. What is not named in the
// patch stays as the model wrote it.
func Example_inputRewriting() {
	limit := control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		var patch hooks.Writer
		patch.Begin('{')
		patch.Name("timeout").Int(10_000)
		patch.End('}')
		return control.AllowInput(patch.Finish()), nil
	})
	registry, err := control.NewRegistry(nil, control.Entry{Event: hooks.EventPreToolUse, Matcher: "Bash", Hooks: []control.Hook{limit}})
	if err != nil {
		panic(err)
	}
	fmt.Println(registry.Wire().Raw())
	// Output: {"PreToolUse":[{"matcher":"Bash","hookCallbackIds":["hook_0"],"timeout":60}]}
}

// A question answerer: the first option of every question, in a whole run.
func Example_questionAnswerer() {
	answer := control.HookFunc(func(_ context.Context, in control.Input, _ string) (control.Result, error) {
		if in.ToolName != "AskUserQuestion" {
			return control.Deny("nobody is here"), nil
		}
		var patch hooks.Writer
		patch.Begin('{')
		patch.Name("answers").Begin('{')
		for q := range in.ToolInput.Get("questions").Elements() {
			for option := range q.Get("options").Elements() {
				patch.RawName(q.Get("question")).Value(option.Get("label"))
				break
			}
		}
		patch.End('}')
		patch.End('}')
		return control.AllowInput(patch.Finish()), nil
	})
	run := func(ctx context.Context, prompt string) (string, error) {
		registry, err := control.NewRegistry(answer)
		if err != nil {
			return "", err
		}
		session, err := control.Start(ctx, control.Options{Registry: registry, Stderr: os.Stderr})
		if err != nil {
			return "", err
		}
		defer session.Close()
		if err := session.Prompt(prompt); err != nil {
			return "", err
		}
		for {
			message, err := session.Receive(ctx)
			if err != nil {
				return "", err
			}
			if message.Type == "result" {
				return message.Value.Get("result").String(), nil
			}
		}
	}
	_ = run
}

// A Conn needs no process: here the client is a pipe.
func ExampleConn() {
	fromClient, client := io.Pipe()
	registry, err := control.NewRegistry(control.HookFunc(func(context.Context, control.Input, string) (control.Result, error) {
		return control.Deny("not today"), nil
	}))
	if err != nil {
		panic(err)
	}
	answers := make(answered)
	conn := control.NewConn(context.Background(), fromClient, answers, registry, nil)
	io.WriteString(client, `{"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{}}}`+"\n")
	fmt.Print(<-answers)
	client.Close()
	<-conn.Done()
	// Output: {"type":"control_response","response":{"subtype":"success","request_id":"1","response":{"behavior":"deny","message":"not today"}}}
}

// answered is a writer that hands on what is written.
type answered chan string

func (a answered) Write(b []byte) (int, error) {
	a <- string(b)
	return len(b), nil
}
