// Package question parses the questions that Claude asks a person, and decides them by the
// person's rules.
//
//	call, err := question.ParseCall(toolName, toolInput)
//	lookup, problems, err := question.Compile(preferences)
//	d := question.Decide(call, lookup, situation, nil)
//	input, err := d.UpdatedInput(call)
//
// [Decide] is the only place where a question is decided: the hook, the command that
// explains a decision, and the screens all call it. The person is asked about anything
// ambiguous, unknown, no longer offered or one-way.
//
// The package reads no log, and writes nothing. Only [NewLocation] reads directories.
package question
