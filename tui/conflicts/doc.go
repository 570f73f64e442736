// Package conflicts is the page of conflicts: what third-party hooks do on questions, with a card of resolutions for
// each; and the steps of an install before its plan. A hook is run only after a yes to the exact command.
package conflicts
