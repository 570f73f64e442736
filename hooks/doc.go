// Package hooks speaks the protocol between Claude Code and its hooks: what a
// hook reads from standard input, and what it may print.
//
//	payload, err := hooks.ParsePayload(stdin)
//	if p, ok := payload.(hooks.PreToolUse); ok {
//		input, err := p.ToolInput.With("answers", answers)
//		out := hooks.Output{Specific: hooks.PreToolUseOutput{Decision: hooks.Allow, UpdatedInput: input}}
//		os.Stdout.Write(out.JSON())
//	}
//
// JSON is kept as the bytes that arrived ([Value]): what is echoed back to the
// client keeps its key order, its number spelling and its string escapes, also
// in members that this package does not know. Parsing is strict and needs no
// reflection, because a hook is a process whose start is its cost.
//
// The package decides nothing, reads no file, and uses the standard library
// alone. Statements about the client were seen with Claude Code 2.1.329.
package hooks
