// Package conflicts reviews everything that affects questions when Claude Code is started
// in a directory: third-party hooks, settings, and the resolutions in force.
//
//	review, err := conflicts.Find(ctx, in, conflicts.Options{})
//	for _, c := range review.Open() {
//		// ask for a resolution
//	}
//
// The verdicts come from package conflict. Nothing is changed.
package conflicts
