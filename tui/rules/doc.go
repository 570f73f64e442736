// Package rules is the place Rules: the question rules, what each would do and why, and
// the ways to add, edit, order and delete them; and what changed outside neverask.
package rules
