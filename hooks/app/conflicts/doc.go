// Package conflicts reviews everything that affects questions when Claude Code is started
// in a directory: third-party hooks, settings, and the resolutions in force.
//
//	review, err := conflicts.Find(ctx, in, conflicts.Options{})
//	for _, c := range review.Open() {
//		// ask for a resolution
//	}
//
// The verdicts come from package conflict. Nothing is changed: parking, unparking and
// removing a single handler of a settings file are planned here, and applied by the
// planner. A handler that has changed since it was read is refused.
package conflicts
