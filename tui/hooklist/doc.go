// Package hooklist is the place Hooks: every hook of every source, by event and matcher
// group, with its state; all that is known of one; which of them fire for a tool or an
// event; and forms to add, edit, move, park and remove them.
package hooklist
