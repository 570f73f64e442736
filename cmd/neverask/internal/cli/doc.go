// Package cli is what neverask's commands have in common: the process ([App]), the only way
// from a plan to a change ([App.Change]), exit codes and hints, help, manual pages, shared
// flags, completion, and the printing of hooks, conflicts, rules and questions. What a command
// does is in the package of its group.
package cli
