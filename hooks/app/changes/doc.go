// Package changes lists neverask's changes ([List]), describes them ([Describe]), and
// plans to undo one ([Undo]).
//
//	plan, err := changes.Undo(in, receipt)
//	receipt, err := in.Apply(ctx, plan)
//
// It writes nothing.
package changes
