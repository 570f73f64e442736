// Package journal keeps what happened to questions: an append-only log of JSON
// lines, the questions that still wait for their answer, a small tally of the
// person's own answers, and the errors of the hook.
//
//	log := journal.OpenLog(paths.Questions())
//	err := log.Append(record.JSON())
//	for r := range log.Questions(since) { ... }
//
// Many processes append at once: a line is one write to a file opened for
// appending, so lines are never mixed, and a line that a full disk has torn
// spoils only itself. Files are readable by their owner alone. Nothing here is
// needed to answer a question, except the tally for rules that answer as usual.
//
// The package decides nothing and knows no paths of its own; what arrives from
// outside becomes part of a file name only as a hash.
package journal
