// Package recovery lists hooks that other programs removed from a settings file or changed
// ([OutsideChanges]), plans to restore them ([PutBack]), marks them as known ([Accept]), and
// waits for more ([Files]).
//
//	plan, err := recovery.PutBack(ctx, in, target, func(installer.OutsideChange) bool { return true })
//	receipt, err := in.Apply(ctx, plan)
package recovery
