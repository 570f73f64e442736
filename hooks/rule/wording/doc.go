// Package wording compares the texts of questions: what stays the same when two of them ask
// the same thing, and what varies.
//
//	wording.Fingerprint("Fix the 3 tests in `a.go`?") // "fix the {n} tests in {name}?"
//	wording.Slots("Fix the 3 tests in `a.go`?")       // n is "3", name is "a.go"
//
// names.txt lists what counts as a name.
package wording
