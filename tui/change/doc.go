// Package change makes every change: it shows the plan, asks for a yes, writes it, and reports the result.
//
//	change.Begin(m, change.Operation{
//		Target: file, Plan: func() (planner.Plan, error) { return backend.Park(file, id) },
//		Cannot: "park the hook", Title: "Park a hook in ", Done: "parked the hook",
//	})
//
// An [Operation] has all texts about the change. A [Flow] handles the messages, one change at a time. The plan on the
// screen is the one that is applied, as one value: if a file changes meanwhile, the plan is discarded and a new one
// shown. Yes is never preselected, and a change that is being written is finished before the program ends. A
// [Changelog] describes past changes, and [Changes] is its page; [TryUndo] says what undoing one would do, and
// [TakingBack] undoes it.
package change
