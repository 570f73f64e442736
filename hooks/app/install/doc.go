// Package install plans to add neverask's hooks to a settings file and to remove
// them, together with the resolutions of conflicts with third-party hooks.
//
//	plan, err := install.Install(in, in.Target(settings.User, ""), install.Options{})
//	// show plan.Summary() and ask
//	receipt, err := in.Apply(ctx, plan)
//
// It also plans to remove everything ([PlanPurge]), and puts the hooks into a plugin for one
// session ([MakeTryout]). Only [ApplyPurge] and MakeTryout write.
package install
