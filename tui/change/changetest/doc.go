// Package changetest is a world for tests of the screens that change files: a [World] is
// somebody's home in a scratch directory, with a change log of its own, and the backend
// of package change. What a place asks beyond that its test adds to it.
package changetest
