// Package transcript reads Claude Code's record of past sessions: every question, how it
// was answered and by whom, what hooks did about it, and how often and how long each hook
// of any event ran.
//
//	archive := transcript.Open(filepath.Join(configDir, "projects"), paths.State)
//	changed, err := archive.Update(ctx, nil)
//	questions := transcript.Merge(archive.Questions(), log.Questions(time.Time{}))
//	err = archive.Save()
//
// The client keeps a transcript of each session: files of JSON lines in no documented
// format, which may add up to gigabytes. They are searched as bytes, several files at once,
// and only lines about a question or a hook are parsed. A line that is not understood is
// skipped and counted. An index in the state directory remembers what was found, so the next
// Update reads only what is new. It contains nothing that is not in the transcripts, only
// its owner can read it, and it may be deleted at any time.
//
// The length of the texts that are kept is bounded, so memory does not grow with the length
// of lines. A resumed or forked session repeats earlier lines; each question and each run of
// a hook counts once. An unfinished last line is left for the next time.
//
// A Replayer applies a rule to those questions in the order in which they came, with the
// answers that the person had given by then. Everything said about a rule's past comes
// from it.
//
// The package writes nothing but its index, and runs nothing.
package transcript
