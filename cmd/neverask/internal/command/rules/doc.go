// Package rules is neverask rules: what the person taught, for questions and for calls of
// tools, with what speaks for it.
package rules
