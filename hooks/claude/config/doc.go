// Package config reads and edits the "hooks" member of settings files.
//
// [Read] turns a document into matcher groups and handlers, in the order of
// the file and with their lines. [Matcher] decides what a group fires for
// exactly as Claude Code does. [Install] and [Uninstall] put neverask's own
// entries into a document and take them out again without a trace.
//
// [Find] goes through everything that Claude Code takes hooks from, whoever
// wrote it, and names the settings that switch hooks off. [Fires] says whether
// a hook of theirs runs on a question. [Narrow] is the matcher with which it no
// longer does, [Displace] takes it out of a document or narrows it there, and
// [Replace] puts it back.
//
// Handlers of every type and all their fields are kept, also those that this
// package does not know; edits go through neverask/settings and touch nothing
// but the entry in question.
package config
