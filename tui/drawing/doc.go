// Package drawing describes and draws rules and questions the same way on every screen:
// what a rule matches and answers, a question as Claude asks it, and how it is decided.
// All its texts are safe to draw.
package drawing
