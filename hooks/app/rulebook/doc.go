// Package rulebook answers questions about the user's rules: what they would do with a
// question, which ones are suggested, which ones have no effect, and which ones appeared
// outside neverask.
//
//	r := rulebook.Open(in)
//	decision, steps, err := r.Decide(asked)
//
// Rules are changed through [Rulebook.Book]. Every method reads the files as they are when
// it is called. A Rulebook is safe for concurrent use.
package rulebook
