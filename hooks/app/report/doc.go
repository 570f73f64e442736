// Package report says what Claude Code's questions have cost a person, and what of it
// neverask would take off them: how often they were asked, how long Claude waited, what
// they always answered alike, and which hooks do not do what they should.
//
//	r, err := report.Make(ctx, report.Input{Installer: in, Since: now.AddDate(0, 0, -30), Env: os.Environ()})
//
// It reads the transcripts and the settings, needs nothing to be installed, and writes
// nothing, not even the index of the transcripts.
package report
