// Package transcript reads what Claude Code remembers of past sessions: every
// question that was asked, what became of it and who answered, what hooks did
// about it, and how often and how long each hook of any event ran.
//
//	archive := transcript.Open(filepath.Join(configDir, "projects"), paths.State)
//	changed, err := archive.Update(ctx, nil)
//	questions := transcript.Merge(archive.Questions(), log.Questions(time.Time{}))
//	err = archive.Save()
//
// The client keeps a transcript of each session: a file of JSON lines, of no
// documented shape, that may hold gigabytes altogether. They are searched as
// bytes, several files at once, and only the lines that concern a question are
// parsed, leniently: a line that is not understood is skipped and counted. Of the
// records of other hooks a few members are looked at, and summed up. An index in
// the state directory remembers what was found, so that the next Update reads
// only what was added since; it holds nothing that the transcripts do not hold,
// belongs to its owner alone, and may be deleted at any time.
//
// What is kept of a text is bounded, so memory does not grow with the length of
// lines. A session that was resumed or forked repeats earlier lines; each
// question and each run of a hook counts once. A line at the end of a file that
// has no line break yet is left for the next time.
//
// A Replayer holds a rule against those questions in the order in which they came:
// what the person answered before is what they had seen of the next one. All that is
// said of a rule's past comes from it.
//
// The package writes nothing but its index, and runs nothing.
package transcript
