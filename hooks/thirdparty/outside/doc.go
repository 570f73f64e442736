// Package outside tells which hooks of a settings file went or changed without neverask
// having done it.
//
// Claude Code and other programs rewrite settings files from what they read long
// before, and so drop hooks that were added in the meantime. A [Watch] remembers
// the hooks of each file as it last saw them, in the state directory. Changes
// that neverask made are in the journal of the store and count as seen; the rest
// is reported until the person accepts it, or puts it back:
//
//	w := outside.New(store, paths.State, now)
//	found, err := w.Changes(ctx, "/home/me/.claude/settings.json")
//	doc, err := outside.PutBack(doc, found)
//
// Only hooks are watched, by their value: neither layout nor order counts. A
// file that cannot be read is not looked at. The package changes no settings
// file and asks nothing.
package outside
