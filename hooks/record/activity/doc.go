// Package activity reads the record that the activity hooks keep, and says what
// Claude's tools did: which calls there were, how long they took, how long they
// waited for a permission, and how they ended.
//
//	log := eventlog.OpenActivity(paths.Activity())
//	summary, err := activity.Read(ctx, log, activity.Filter{Since: since}, time.Now())
//	calls, err := activity.Calls(ctx, log, activity.Filter{Tool: "Bash"}, time.Now())
//	for call := range calls { ... }
//
// The record holds one line for each event of the client. A call is put together
// from those with its session and tool use, when they are read. It begins with
// PreToolUse and ends with PostToolUse or PostToolUseFailure. Where that is
// missing something else has closed it, and [Call.ClosedBy] says what: the batch
// that lists it, the next prompt, the end of the turn, of the subagent or of the
// session, or its age. An end that arrives after all corrects that.
//
// A [Reader] reads only what is new since the last time. It needs room for the
// sessions, not for the lines: what has ended is summed up.
//
// The package writes nothing and has no clock.
package activity
