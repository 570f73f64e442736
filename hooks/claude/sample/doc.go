// Package sample makes up input for hooks: the payload of every event, with the members that
// Claude Code 2.1.329 sends, and an input for common tools.
//
//	call := sample.Call{Event: hooks.EventPreToolUse, Value: "Bash", Session: "…", Cwd: dir}
//	stdin := call.Payload()
//
// Only members that the caller leaves out are made up.
package sample
