// Package changes lists neverask's changes ([List]), describes them ([Describe]), and
// plans to undo one ([Undo]).
//
//	plan, err := changes.Undo(in, receipt)
//	receipt, err := in.Apply(ctx, plan)
//
// It also lists hooks that other programs removed from a settings file or changed
// ([OutsideChanges]), plans to restore them ([PutBack]), marks them as known ([Accept]), and
// waits for more ([Files]).
package changes
