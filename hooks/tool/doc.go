// Package tool reads and writes the inputs of Claude Code's built-in tools.
//
//	switch in := tool.Parse(call.ToolName, call.ToolInput).(type) {
//	case tool.Bash:
//		in.Command = "nice " + in.Command
//		return hooks.Result{Decision: hooks.Allow, UpdatedInput: in.Value()}, nil
//	case tool.Write:
//		...
//	}
//
// Members without a field are kept: Value returns the input as it came, with the changed
// fields in place. A member of the wrong type reads as if it were absent, because the client
// has not checked the input yet when PreToolUse fires.
//
// The package does not judge whether a command is harmless or a path is inside the project,
// which the input alone cannot show. The fields are those of Claude Code 2.1.329.
package tool
