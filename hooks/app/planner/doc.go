// Package planner is the foundation of all use cases: it knows where a person's files
// are ([Planner]), plans changes to them ([Plan]) and makes them ([Planner.Apply]).
//
// Every change takes the same path: a use case plans it (package install adds hooks to a
// settings file, package conflicts changes single ones, package changes undoes), the plan is
// shown, and Apply writes exactly that plan. The hook binary is copied before the first
// settings file runs it, and removed after the last one has stopped running it.
//
//	in, err := planner.New(planner.Env{GOOS: runtime.GOOS, Getenv: os.Getenv, Dir: dir, Executable: exe, Now: time.Now})
//	plan, err := install.Install(in, in.Target(settings.User, ""), install.Options{})
//	// show plan.Summary() and ask
//	receipt, err := in.Apply(ctx, plan)
//
// The package draws nothing and asks nothing.
package planner
