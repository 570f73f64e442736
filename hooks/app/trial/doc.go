// Package trial runs one handler as Claude Code would, and says how Claude Code would
// react to the result.
//
//	plan, err := trial.Prepare(ctx, options, hook, trial.Input{})
//	// plan.Command is shown, and agreed to
//	result, err := plan.Run(ctx)
//	fmt.Println(result.Effect)
//
// The handler gets the shell, directory, environment and time limit that the client would
// give it. Its input is the call that the person supplies, the last matching call of past
// sessions, or a made-up one. It really runs, with all its effects, so the person agrees to
// the exact command first.
//
// The reaction is that of Claude Code 2.1.329; a test compares it with the real client.
package trial
