// Package wording reads the texts of questions: what two of them have in common when
// they ask the same thing, and what varies in them.
//
//	wording.Fingerprint("Fix the 3 tests in `a.go`?") // "fix the {n} tests in {name}?"
//	wording.Slots("Fix the 3 tests in `a.go`?")       // n is "3", name is "a.go"
//	wording.KindOfValue("prod-eu", project)           // "an environment": never widened
//
// What names are, and which values a person must see one by one, stands in names.txt.
package wording
