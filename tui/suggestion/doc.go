// Package suggestion is the review of the rules that the person's own answers suggest, one
// by one, each with its evidence and with what it would have done.
package suggestion
