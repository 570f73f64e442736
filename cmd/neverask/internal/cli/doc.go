// Package cli is what the commands of neverask have in common: the process ([App]), the
// one way from a plan to a change ([App.Change]), exit codes and hints, the help, manual
// pages, flags that several commands have, completion, and how hooks, conflicts, rules and
// questions are printed. What a command does is in the package of its group.
package cli
