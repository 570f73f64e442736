// Command answer takes the recommended option of every question that has one.
package main

import (
	"context"
	"strings"

	"neverask/hooks"
	"neverask/hooks/serve"
	"neverask/hooks/tool"
)

func main() { serve.Main(serve.On(answer)) }

func answer(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
	ask, ok := tool.Parse(call.ToolName, call.ToolInput).(tool.AskUserQuestion)
	if !ok {
		return nil, nil
	}
	input, answered := ask.Answered(func(q tool.Question) string {
		for _, o := range q.Options {
			if strings.Contains(o.Label, "(Recommended)") {
				return o.Label
			}
		}
		return ""
	})
	if !answered {
		return nil, nil // the user is asked
	}
	return hooks.Result{Decision: hooks.Allow, UpdatedInput: input}, nil
}
