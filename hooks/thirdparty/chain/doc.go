// Package chain runs the hooks of others from within neverask's, so that both
// can have their say on one question.
//
// Hooks that Claude Code starts side by side race: the last answer wins. A hook
// that was taken out of the settings to end the race is kept in a file in the
// state directory instead, and the hook binary runs it itself:
//
//	entries, err := chain.Read(chain.File(state))
//	entries = slices.DeleteFunc(entries, func(e chain.Entry) bool { return !e.For(event, tool) })
//	theirs := chain.RunAll(ctx, entries, stdin, env, dir)
//	out, oursStands := chain.Combine(event, ours, theirs...)
//
// Their command gets the same standard input, environment and directory as the
// client gives it, and the same time: our own entry in the settings is given
// [Patience]. [Combine] makes one output of several: their refusal and their wish
// to ask the person stand, then our answer, then theirs. What a hook has printed is
// read by [hooks.ReadExit].
//
// A file that cannot be read is an error and not an empty one: one of the hooks in
// it may be there to refuse.
//
// The hook binary links this package, so it does nothing when it is loaded and
// needs nothing but the standard library. Who is chained, and that the file
// agrees with the settings, is the business of neverask/hooks/app/installer.
package chain
