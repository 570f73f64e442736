// Package history is the place about changes: every change that neverask made, what it
// did, and the way back.
package history
