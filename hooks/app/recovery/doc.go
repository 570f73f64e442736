// Package recovery plans to put back what other programs have taken out of a settings
// file, or marks it as known.
//
//	plan, err := recovery.PutBack(ctx, in, target, func(installer.OutsideChange) bool { return true })
//	receipt, err := in.Apply(ctx, plan)
//
// What there is to put back, [installer.Installer.OutsideChanges] lists.
package recovery
