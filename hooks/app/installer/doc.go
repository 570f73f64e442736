// Package installer puts neverask's hooks into settings files and takes them
// out again, for the command line and the terminal screens alike.
//
// Every change goes the same way: [Installer.Inspect] says what is there,
// [Installer.Install] or [Installer.Uninstall] plans the change, the plan is
// shown, and [Installer.Apply] writes exactly that plan. The hook binary is
// copied before the first settings file runs it and removed after the last
// one has stopped to.
//
//	plan, err := in.Install(in.Target(settings.User, ""), installer.Options{})
//	// show plan.Summary() and ask
//	receipt, err := in.Apply(ctx, plan)
//
// The package draws nothing and asks nothing.
package installer
