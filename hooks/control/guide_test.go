package control_test

import (
	"context"
	"fmt"
	"os"

	"neverask/hooks"
	"neverask/hooks/control"
)

// A piece of docs/library.md, which a test of package serve looks for here.

func guideSession(ctx context.Context, answers func(input hooks.Value) hooks.Value, untilTestsPass control.HookFunc) (int, error) {
	gate := control.HookFunc(func(_ context.Context, in control.Input, toolUseID string) (control.Result, error) {
		if in.ToolName == "AskUserQuestion" {
			return control.AllowInput(answers(in.ToolInput)), nil
		}
		return control.Deny("nobody is here"), nil
	})
	registry, err := control.NewRegistry(gate, control.Entry{Event: hooks.EventStop, Hooks: []control.Hook{untilTestsPass}})
	if err != nil {
		return 0, err
	}
	session, err := control.Start(ctx, control.Options{Registry: registry, Stderr: os.Stderr})
	if err != nil {
		return 0, err
	}
	defer session.Close()
	if err := session.Prompt("fix the parser"); err != nil {
		return 0, err
	}
	for {
		message, err := session.Receive(ctx)
		if err != nil {
			return 0, err
		}
		if message.Type == "result" {
			fmt.Println(message.Value.Get("result"))
			return session.Wait(), nil
		}
	}
}

var _ = guideSession
