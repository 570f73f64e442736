// Package sample makes up what Claude Code tells hooks: the payload of every event,
// with the members that Claude Code 2.1.329 sends, and an input for the tools that
// people name.
//
//	call := sample.Call{Event: hooks.EventPreToolUse, Value: "Bash", Session: "…", Cwd: dir}
//	stdin := call.Payload()
//
// What is given is taken as it is, such as the input of a real call; only what is
// left out is made up.
package sample
