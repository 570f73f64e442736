// Package rules is the Rules place: it lists suggestions, question rules, tool rules and standing
// answers, shows what each would do and why, and adds, edits, moves and deletes them.
package rules
