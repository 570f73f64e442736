// Package serve is a command hook in a few lines: it reads the payload, calls
// the function for its event, and says the reply as Claude Code expects it.
//
//	func main() { serve.Main(serve.Guard(gate)) }
//
//	func gate(_ context.Context, call hooks.PreToolUse) (hooks.Reply, error) {
//		bash, ok := tool.Of(call.ToolName, call.ToolInput).(tool.Bash)
//		if ok && strings.Contains(bash.Command, "rm -rf") {
//			return hooks.Result{Decision: hooks.Deny, Message: "no rm -rf here"}, nil
//		}
//		return nil, nil
//	}
//
// The type of the function's payload says for which event it is, [hooks.Payload]
// takes them all. A reply is a [hooks.Result], a [hooks.Output] with the parts
// that only one event has, or nil: then nothing is printed, which leaves
// everything to the client.
//
// What happens when the function fails is the difference between [On] and
// [Guard]. An observer that fails is reported, and Claude goes on; a guard that
// fails refuses. The client itself goes on whenever a hook is missing, crashes,
// prints rubbish or takes too long (Claude Code 2.1.329), so a guard must be a
// hook that always answers: set a limit with [Within] that is shorter than the
// timeout in the settings, and "onFailure":"block" there for the case that the
// program cannot be started. [Background] is for a hook that nobody has to wait
// for.
//
// A panic in the function counts as a failure. One in a goroutine that the
// function has started cannot be caught: the process then ends with status 2,
// and that is a refusal, also by an observer.
//
// The package is for hooks of type "command" alone; neverask/hooks/control
// speaks with the client as its host.
package serve
