// Package conflicts reviews everything that has a part in questions where Claude Code is
// started: the hooks of others, settings that decide, and what was done about both.
//
//	review, err := conflicts.Find(ctx, in, conflicts.Options{})
//	for _, c := range review.Open() {
//		// ask for a way out
//	}
//
// Verdicts are those of package conflict. It changes nothing.
package conflicts
