// Package control drives Claude Code as a child process and answers what it asks
// over the SDK control protocol: permission requests, questions, and hook
// callbacks, which run in this process.
//
//	gate := control.HookFunc(func(ctx context.Context, in control.Input, id string) (control.Result, error) {
//		if in.ToolName == "Bash" {
//			return control.Deny("no shell here"), nil
//		}
//		return control.Allow(), nil
//	})
//	registry, err := control.NewRegistry(gate)
//	session, err := control.Start(ctx, control.Options{Registry: registry})
//	err = session.Prompt("tidy up")
//	message, err := session.Receive(ctx) // until message.Type is "result"
//	status := session.Wait()
//
// A [Hook] serves both the permission callback and the lifecycle events. Each
// request of the client runs in its own goroutine, so a slow hook delays no other, and is
// answered exactly once, or not at all if the client cancels it. No failure allows a tool
// call: an error or a panic refuses it. A result that an event has no place for is an
// error, because the client would silently drop it; the table is in docs/library.md.
//
// [Conn] is the protocol alone, over any reader and writer; [Session] adds the process. The
// package decides nothing, writes no file, and has no global state. Statements about the
// client were seen with Claude Code 2.1.329.
package control
