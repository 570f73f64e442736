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
// Every event has a payload type. An answer is a [Result], which fits every event and every
// host, or an [Output], which has exactly the members that the client knows, with a type for
// each event that has members of its own. [Result.Native] converts the first into the
// second; [ParseOutput] and [ReadExit] read what a hook printed.
//
// JSON is kept as the bytes that arrived ([Value]): what is echoed to the client keeps its
// key order, number spelling and string escapes, even in members that this package does not
// know. Parsing is strict and uses no reflection, because most of a hook's cost is the start
// of its process.
//
// The package decides nothing and reads no file. It needs only the standard library and
// neverask/settings/jsontext. neverask/hooks/serve turns it into a command, and
// neverask/hooks/tool reads the inputs of tools. Statements about the client hold for Claude Code
// 2.1.329, as tests show, or as its published types say where no test can.
package hooks
