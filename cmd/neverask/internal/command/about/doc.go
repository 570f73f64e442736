// Package about has the commands that tell of this program: its version, and where it keeps
// what.
package about
