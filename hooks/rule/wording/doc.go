// Package wording reads the texts of questions: what two of them have in common when
// they ask the same thing, and what varies in them.
//
//	wording.Fingerprint("Fix the 3 tests in `a.go`?") // "fix the {n} tests in {name}?"
//	wording.Slots("Fix the 3 tests in `a.go`?")       // n is "3", name is "a.go"
//
// What names are stands in names.txt.
package wording
