// Package activity reads what the activity hooks recorded about Claude's tools: which calls
// there were, how long they took, how long they waited for permission, and how they ended.
//
//	log := eventlog.OpenActivity(paths.Activity())
//	summary, err := activity.Read(ctx, log, activity.Filter{Since: since}, time.Now())
//	calls, err := activity.Calls(ctx, log, activity.Filter{Tool: "Bash"}, time.Now())
//	for call := range calls { ... }
//
// The event log has one line for each event of the client. The reader assembles a call from the
// lines with its session and tool use: it begins with PreToolUse and ends with PostToolUse or
// PostToolUseFailure. Without such an end, [Call.ClosedBy] says what closed it: the batch that
// lists it, the next prompt, the end of the turn, of the subagent or of the session, or its age.
// An end that arrives later takes precedence.
//
// A [Reader] reads only what is new. Its memory grows with sessions, not with lines, because
// ended calls are only counted.
//
// The package writes nothing and has no clock.
package activity
