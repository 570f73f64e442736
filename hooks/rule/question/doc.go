// Package question understands the questions that Claude asks a person, and
// decides them by the person's preferences.
//
//	call, err := question.ParseCall(toolName, toolInput)
//	lookup, problems, err := question.Compile(preferences)
//	d := question.Decide(call, lookup, situation, nil)
//	input, err := d.UpdatedInput(call)
//
// [Decide] is the one place where a question is decided: the hook, the command
// that explains a decision and the screens all call it. It is careful by
// construction: whatever is ambiguous, unknown, no longer offered or one-way is
// asked.
//
// The package reads no log and writes nothing; directories it looks at only
// through [NewLocation].
package question
