// Package log is the Log place: one timeline of all questions, with who answered each and what
// would happen to it now, and of the recorded tool calls.
//
// Questions come from [rulestate.State], calls from the activity recording. Both are merged,
// filtered and folded in the background; only the visible rows are drawn.
package log
