// Package serve makes a command hook of a function: it reads the payload, calls the function
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
// The type of the function's payload says which event it is for; [hooks.Payload] takes them
// all. A reply is a [hooks.Result], a [hooks.Output] with the members that only one event
// has, or nil, which prints nothing and leaves everything to the client.
//
// [On] and [Guard] differ in what a failure of the function does. With On it is reported, and
// Claude goes on; with Guard it refuses. The client itself goes on whenever a hook is
// missing, crashes, prints rubbish or takes too long (Claude Code 2.1.329), so a guard must
// always answer: set a limit with [Within] that is shorter than the timeout in the settings,
// and "onFailure":"block" there in case the program cannot start. [Background] is for a hook
// that nobody has to wait for.
//
// A panic in the function counts as a failure. One in a goroutine that the function started
// cannot be caught: the process ends with status 2, which refuses, even with On.
//
// The package is for hooks of type "command" only; with neverask/hooks/control a program
// hosts the client.
package serve
