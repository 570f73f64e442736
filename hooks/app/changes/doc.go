// Package changes lists what neverask changed, and plans to take it back: one change
// ([Undo]), all since one ([Rewind]), or all since a content that was kept
// ([RestoreContent]), or that a file was deleted ([Regain]). [Describe] says in words what a
// change did.
//
//	plan, err := changes.Undo(in, receipt)
//	receipt, err := in.Apply(ctx, plan)
//
// It writes nothing.
package changes
