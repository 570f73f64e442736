// Package config reads and edits the "hooks" member of settings files.
//
// [Read] turns a document into matcher groups and handlers, in the order of
// the file and with their lines. [Matcher] decides what a group fires for
// exactly as Claude Code does. [Install] and [Uninstall] put neverask's own
// entries into a document and take them out again without a trace.
//
// Handlers of every type and all their fields are kept, also those that this
// package does not know; edits go through neverask/settings and touch nothing
// but the entry in question.
package config
