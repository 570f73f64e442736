// Package install plans to put packs of neverask's hooks into a settings file and to take
// them out, with what becomes of the hooks of others that a conflict was settled with.
//
//	plan, err := install.Install(in, in.Target(settings.User, ""), install.Options{})
//	// show plan.Summary() and ask
//	receipt, err := in.Apply(ctx, plan)
//
// It writes nothing.
package install
