// Package rulebook is the person's rules at work: what they would do with a call, which ones are
// suggested and what speaks against them, and what was changed outside of
// neverask.
//
//	r := rulebook.Open(in)
//	decision, steps, err := r.Decide(call, project)
//
// Rules are changed through [Rulebook.Book]. Everything is read from the files as they
// are at the time of the call. A Rulebook may be used by several goroutines at once.
package rulebook
