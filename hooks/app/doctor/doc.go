// Package doctor examines everything that decides whether hooks run: settings
// files, the programs that hooks run, neverask's own binary and records, and the client.
//
//	for _, f := range doctor.Examine(ctx, doctor.Options{Installer: in}) {
//		fmt.Println(f.Severity, f.ID, f.Message)
//		if f.Fixable {
//			plan, err := f.Plan() // shown, and then in.Apply(ctx, plan)
//		}
//	}
//
// What it says about how much of a file Claude Code uses is that of version
// 2.1.329; a test holds it against the real client.
//
// [Kinds], in finding.go, lists every finding, and docs/doctor.md explains each.
// They are found
//
//   - in a settings file as it stands: file.go, repair.go where the client rejects
//     something in it, event.go and matcher.go where there is no such name
//   - in the program that a hook, the status line or the api key helper runs:
//     command.go, command_settings.go and interpreter.go; in what it reads: input.go; in
//     what it says: output.go
//   - by comparing hooks, settings and the past: examine.go
//   - in what neverask installed and keeps: installed.go, which words the problems
//     that neverask/hooks/app/installer knows
//   - by trying neverask's own hook: try.go; in the log of questions: unrecorded.go
//
// It changes nothing: a repair is a plan, and none rewrites a command or a script of
// somebody's. The one program that it runs is
// neverask's own hook, with a made-up question and an empty directory for its
// records.
package doctor
