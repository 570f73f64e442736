// Package doctor examines everything that decides whether hooks run: settings
// files, the programs that hooks run, neverask's own binary and records, and the client.
//
//	for _, f := range doctor.Examine(ctx, doctor.Options{Planner: in}) {
//		fmt.Println(f.Severity, f.ID, f.Message)
//		if f.Fixable {
//			plan, err := f.Plan() // shown, and then in.Apply(ctx, plan)
//		}
//	}
//
// How much of a file Claude Code ignores was seen with version 2.1.329; a test compares it
// with the real client.
//
// [Kinds], in finding.go, lists every finding, and docs/doctor.md explains each.
// The files find them
//
//   - in a settings file itself: file.go, rejected.go where the client rejects
//     something in it, unknown_event.go and matcher.go where there is no such name
//   - in the program that a hook, the status line or the api key helper runs:
//     missing_program.go, status_line_and_key_helper.go and script_first_line.go; in what
//     it reads: input_variable.go; in what it says: output.go
//   - by comparing hooks, settings and the past: examine.go
//   - in what neverask installed and keeps: installed.go, which words the problems
//     that neverask/hooks/app/planner knows
//   - by running neverask's own hook: try_hook.go; in the log of questions: unrecorded.go
//
// The package changes nothing: a repair is a plan, and none rewrites anybody's command or
// script. It runs only neverask's own hook, with a made-up question and an empty directory
// for its records; and before a hook is parked whose program is not there, a shell that
// looks for it and runs nothing.
package doctor
