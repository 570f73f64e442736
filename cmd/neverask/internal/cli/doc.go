// Package cli holds what neverask's commands share: the process ([App]), the only way from a plan to a change
// ([App.Change]), exit codes and hints, help, manual pages, shared flags, completion, and the printing of hooks,
// conflicts, rules and questions. Each command's own work is in the package of its group.
package cli
