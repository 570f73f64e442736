// Command audit appends one line for every event to the file that its argument
// names.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"neverask/hooks"
	"neverask/hooks/serve"
)

func main() { serve.Main(serve.On(audit)) }

func audit(_ context.Context, p hooks.Payload) (hooks.Reply, error) {
	f, err := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c := p.Base()
	_, err = fmt.Fprintf(f, "%s %s %s %s\n", time.Now().Format(time.RFC3339), c.SessionID, c.Event, c.Document.Get("tool_name"))
	return nil, err
}
