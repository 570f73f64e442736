// Package trial runs one handler as Claude Code would run it, and says what Claude
// Code would make of it.
//
//	plan, err := trial.Prepare(ctx, options, hook, trial.Input{})
//	// plan.Command is shown, and agreed to
//	result, err := plan.Run(ctx)
//	fmt.Println(result.Effect)
//
// The handler gets its shell or none, the directory, the environment and the time
// that the client would give it, and the call that the person gives, else one that
// past sessions have made, else a made-up one. What it does, it does: nothing of it
// is held back, so nothing is run without consent to the exact command.
//
// What is said of the outcome is what Claude Code 2.1.329 does; a test holds it
// against the real client.
package trial
