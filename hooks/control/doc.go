// Package control drives Claude Code as a child process and answers what it asks
// over the SDK control protocol: permission requests, questions, and hook
// callbacks that run in this process instead of in one of their own.
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
// request of the client runs in a goroutine of its own, so a slow hook holds up
// nobody else, and is answered exactly once, or not at all when the client has
// taken it back. Nothing that goes wrong allows a tool call: an error or a panic
// refuses it. Results that an event has no place for are errors, because the
// client would drop them without a word; the table is in docs/library.md.
//
// [Conn] is the protocol alone, over any reader and writer; [Session] adds the
// process. The package decides nothing, writes no file, and keeps no state
// outside of its values. What it says about the client was seen with Claude Code
// 2.1.329.
package control
