// Package serve turns a function into a command hook: it reads the payload, calls the function
// for its event, and prints the reply as Claude Code expects it.
//
//	func main() { serve.Main(serve.Guard(gate)) }
//
//	func gate(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
//		bash, ok := tool.Parse(call.ToolName, call.ToolInput).(tool.Bash)
//		if ok && strings.Contains(bash.Command, "rm -rf") {
//			return hooks.Result{Decision: hooks.Deny, Message: "no rm -rf here"}, nil
//		}
//		return nil, nil
//	}
//
// The function's payload type is its event; [hooks.Payload] stands for all. A reply is a
// [hooks.Result], a [hooks.Output] with the members that only one event has, or nil, which prints
// nothing and leaves everything to the client.
//
// [On] and [Guard] differ when the function fails: On reports the failure, and Claude goes on;
// Guard refuses. The client itself goes on whenever a hook is missing, crashes, prints rubbish or
// takes too long (Claude Code 2.1.329), so a guard must always answer: set a limit with [Within]
// that is shorter than the timeout in the settings, and "onFailure":"block" there in case the
// program cannot start. [Background] is for a hook that nobody has to wait for.
//
// A panic in the function counts as a failure. One in a goroutine that the function started
// cannot be caught: the process ends with status 2, which refuses, even with On.
//
// The package is for hooks of type "command" only; neverask/hooks/control is for programs that
// host the client.
package serve
