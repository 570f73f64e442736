// Package recovery plans to put back what other programs have taken out of a settings
// file, marks it as known, and waits for such losses.
//
//	plan, err := recovery.PutBack(ctx, in, target, func(installer.OutsideChange) bool { return true })
//	receipt, err := in.Apply(ctx, plan)
//
// What there is to put back, [installer.Installer.OutsideChanges] lists.
package recovery
