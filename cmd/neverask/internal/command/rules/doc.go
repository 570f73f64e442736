// Package rules is neverask rules: the person's rules for questions and tool calls, their evidence, and suggestions.
package rules
