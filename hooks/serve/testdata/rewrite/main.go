// Command rewrite runs the tests of Claude at low priority.
package main

import (
	"context"
	"strings"

	"neverask/hooks"
	"neverask/hooks/serve"
	"neverask/hooks/tool"
)

func main() { serve.Main(serve.On(rewrite)) }

func rewrite(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
	bash, ok := tool.Parse(call.ToolName, call.ToolInput).(tool.Bash)
	if !ok || !strings.HasPrefix(bash.Command, "go test") {
		return nil, nil
	}
	bash.Command = "nice " + bash.Command
	return hooks.Result{UpdatedInput: bash.Value()}, nil
}
