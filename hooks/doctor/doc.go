// Package doctor examines everything that decides whether hooks run: settings
// files, the programs that hooks run, neverask's own binary and records, and the
// running sessions.
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
// It changes nothing: a repair is a plan. The one program that it runs is
// neverask's own hook, with a made-up question and an empty directory for its
// records.
package doctor
