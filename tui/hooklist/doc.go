// Package hooklist is the Hooks place: every hook of every source, by event and matcher
// group, with its state and details. It says which hooks fire for a tool or an event, and
// parks, restores, deletes, tests and copies hooks.
package hooklist
