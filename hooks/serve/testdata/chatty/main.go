// Command chatty prints to standard output where only a reply may stand.
package main

import (
	"context"
	"fmt"

	"neverask/hooks"
	"neverask/hooks/serve"
)

func main() { serve.Main(serve.Guard(refuse)) }

func refuse(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
	fmt.Println("looking at", call.ToolName)
	return hooks.Result{Decision: hooks.Deny, Message: "no"}, nil
}
