// Package drawing puts rules and questions into words, and draws them, the same way on
// every screen: what a rule matches and answers, a question as Claude asks it, how it is
// decided, and a field of a rule as a line of a form. All of it is safe to draw.
package drawing
