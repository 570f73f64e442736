// Package config reads and edits the "hooks" member of settings files.
//
// [Read] turns a document into matcher groups and handlers, in file order and with their lines.
// [Matcher] decides, exactly as Claude Code does, what a group fires for. [Install] and
// [Uninstall] add and remove neverask's own entries, without a trace.
//
// [Find] reads every source that Claude Code takes hooks from, and names the settings that turn
// hooks off. [Fires] says whether a third-party hook runs on a question. [Narrow] returns a
// matcher with which it does not, [ParkOrNarrow] removes or narrows the hook in a document, and
// [PutBack] restores it.
//
// Handlers of every type keep all their fields, including those that this package does not
// know. Edits go through neverask/settings and touch only the entry in question.
package config
