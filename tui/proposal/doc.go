// Package proposal is the review of the rules that a project proposes: exactly what is
// accepted with it, which was shown to its end before.
package proposal
