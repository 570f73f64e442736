// Package chain runs the hooks of others from within neverask's, so that both
// can have their say on one question.
//
// Hooks that Claude Code starts side by side race: the last answer wins. A hook
// that was taken out of the settings to end the race is kept in a file in the
// state directory instead, and the hook binary runs it itself:
//
//	for _, e := range chain.Read(chain.File(state)) {
//		if e.For(event, tool) {
//			theirs = append(theirs, chain.Run(ctx, e, stdin, env, dir))
//		}
//	}
//	out := chain.Combine(event, ours, theirs...)
//
// Their command gets the same standard input, environment and directory as the
// client gives it, and the same time. [Output.Opinion] reads what a hook prints
// as Claude Code 2.1.329 does, and [Combine] makes one output of several: their
// refusal and their wish to ask the person stand, then our answer, then theirs.
//
// The hook binary links this package, so it does nothing when it is loaded and
// needs nothing but the standard library. Who is chained, and that the file
// agrees with the settings, is the business of neverask/hooks/installer.
package chain
