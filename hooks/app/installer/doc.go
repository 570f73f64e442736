// Package installer is what all use cases stand on: where a person's files are
// ([Installer]), a change of them that has not been made ([Plan]), and making it
// ([Installer.Apply]).
//
// Every change goes the same way: a use case plans it (package install puts hooks into a
// settings file, package handlers changes single ones, package changes takes back), the
// plan is shown, and Apply writes exactly that plan. The hook binary is copied before the
// first settings file runs it and removed after the last one has stopped to.
//
//	in, err := installer.New(installer.Env{GOOS: runtime.GOOS, Getenv: os.Getenv, Dir: dir, Executable: exe, Now: time.Now})
//	plan, err := install.Install(in, in.Target(settings.User, ""), install.Options{})
//	// show plan.Summary() and ask
//	receipt, err := in.Apply(ctx, plan)
//
// The package draws nothing and asks nothing.
package installer
