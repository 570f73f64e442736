// Package outsidechanges finds hooks of a settings file that were removed or changed outside
// neverask.
//
// Claude Code and other programs rewrite settings files from what they read long before, and so
// drop hooks that were added in the meantime. A [Watch] remembers, in the state directory, the
// hooks of each file as it last saw them. Neverask's own changes, known from the change log,
// count as seen; other changes are reported until the person accepts or undoes them:
//
//	w := outsidechanges.New(store, paths.State, now)
//	found, err := w.Changes(ctx, "/home/me/.claude/settings.json")
//	doc, err := outsidechanges.PutBack(doc, found)
//
// Hooks are compared by value: neither layout nor order counts. A file that cannot be read
// is skipped. The package changes no settings file and asks nothing.
package outsidechanges
