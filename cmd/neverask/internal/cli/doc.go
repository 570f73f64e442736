// Package cli is what the commands of neverask have in common and what knows nothing
// of hooks: exit codes and hints, the help, manual pages, flags for the fields of
// rules, and the words that a mistyped one may be.
package cli
