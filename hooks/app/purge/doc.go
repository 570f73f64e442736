// Package purge removes every trace of neverask: its hooks from all settings files, its
// records, the hook binary and, unless they are kept, the preferences.
//
//	p, err := purge.Prepare(in, false)
//	// show it and ask
//	err = purge.Apply(ctx, in, p)
//
// It deletes only files that it knows by name, and nothing at all if there are others.
package purge
