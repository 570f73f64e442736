// Package change is the way of every change: its plan is shown, a yes is asked for, it is
// written, and what came of it is told.
//
//	change.Begin(m, change.Operation{
//		Target: file, Plan: func() (planner.Plan, error) { return backend.Park(file, id) },
//		Cannot: "park the hook", Title: "Park a hook in ", Done: "Hook parked",
//	})
//
// An [Operation] says all that is shown of it: the screens here know no other. A [Flow]
// takes the messages, one change at a time. The plan on the screen is the one that is
// applied, as one value: when a file changes meanwhile, it is thrown away and the new one
// is shown. The yes is never preselected, and a change that is being written is finished
// before the program ends.
//
// A [Changelog] is what was changed before, in words, and [Changes] is its page; [Try] says what would come of taking
// a change back, and [TakingBack] and [MakingAgain] do it.
package change
