// Command gate refuses shell commands that delete recursively, and asks the
// person about pushes.
package main

import (
	"context"
	"strings"

	"neverask/hooks"
	"neverask/hooks/serve"
	"neverask/hooks/tool"
)

func main() { serve.Main(serve.Guard(gate)) }

func gate(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
	bash, ok := tool.Parse(call.ToolName, call.ToolInput).(tool.Bash)
	switch {
	case ok && strings.Contains(bash.Command, "rm -r"):
		return hooks.Result{Decision: hooks.Deny, Message: "Deleting recursively is not allowed here."}, nil
	case ok && strings.Contains(bash.Command, "git push"):
		return hooks.Result{Decision: hooks.Ask, Message: "This pushes."}, nil
	}
	return nil, nil
}
