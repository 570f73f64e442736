// Package chain runs the command of a hook as Claude Code does, with the same standard
// input, environment, directory and time, and reads what it left behind.
//
//	out := chain.Command{Line: line, Limit: limit}.Run(ctx, stdin, env, dir, nil)
//	opinion := out.Opinion(event)
package chain
