// Package explain is neverask explain: what would happen to a question, or to a call of
// another tool, and why.
package explain
