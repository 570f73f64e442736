// Package report says what Claude Code's questions have cost the user, and how much of that
// neverask would save: how often they were asked, how long Claude waited, which questions they
// kept answering the same way, and which hooks fail.
//
//	r, err := report.Make(ctx, report.Input{Planner: in, Since: now.AddDate(0, 0, -30), Env: os.Environ()})
//
// It reads transcripts and settings, and works before anything is installed. It writes
// nothing, not even the index of the transcripts.
package report
