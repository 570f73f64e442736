// Package purge leaves nothing of neverask behind: its hooks in all settings files, its
// records, the hook binary and, unless they are kept, the preferences.
//
//	p, err := purge.Prepare(in, false)
//	// show it and ask
//	err = purge.Apply(ctx, in, p)
//
// It deletes what it knows by name, and nothing while there is anything else.
package purge
