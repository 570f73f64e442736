// Package hooks speaks the protocol between Claude Code and its hooks: what a
// hook reads from standard input, and what it may print.
//
//	payload, err := hooks.ParsePayload(stdin)
//	if call, ok := payload.(hooks.PreToolUse); ok {
//		result := hooks.Result{Decision: hooks.Ask, UpdatedInput: changes}
//		out, err := result.Native(call.Event, call.ToolInput)
//		os.Stdout.Write(out.JSON())
//	}
//
// There is a payload type for every event. An answer is a [Result], which says
// what a hook wants in words that fit every event and every host, or an
// [Output], which has the members that the client knows, with one type for each
// event that has some of its own. [Result.Native] makes the second of the
// first; [ParseOutput] and [ReadExit] read what a hook has left behind.
//
// JSON is kept as the bytes that arrived ([Value]): what is echoed back to the
// client keeps its key order, its number spelling and its string escapes, also
// in members that this package does not know. Parsing is strict and needs no
// reflection, because a hook is a process whose start is its cost.
//
// The package decides nothing, reads no file, and uses the standard library
// and neverask/settings/jsontext alone: neverask/hooks/serve makes a command of it, neverask/hooks/tool reads
// the inputs of tools. Statements about the client were seen with Claude Code
// 2.1.329, or stand in its published types where a test cannot see them.
package hooks
