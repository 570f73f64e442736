// Command budget stops Claude after a number of tool calls in one session. Its
// argument is the directory in which it counts.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"neverask/hooks"
	"neverask/hooks/serve"
)

const budget = 200

func main() { serve.Main(serve.Within(2*time.Second, serve.Guard(count))) }

func count(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
	f, err := os.OpenFile(filepath.Join(os.Args[1], filepath.Base(call.SessionID)), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.WriteString("."); err != nil { // one byte a call: calls that run at once are all counted
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || info.Size() <= budget {
		return nil, err
	}
	return hooks.Output{Stop: true, StopReason: fmt.Sprintf("more than %d tool calls", budget)}, nil
}
