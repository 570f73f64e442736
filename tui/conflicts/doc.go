// Package conflicts is the place Conflicts: what third-party hooks do on questions, and
// the ways out, one card each; and the way of an install past them, from the wish to its
// plan. A hook is run to see what it does only after a yes to the exact command.
package conflicts
