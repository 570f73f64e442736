// Package toolrules is the page about the rules for tools: each with what it does, the
// templates to start from, a form, and what rules would have done in past sessions.
package toolrules
