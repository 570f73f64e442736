// Package answers keeps the answer record: what the person answered themselves, by question.
// Rules read it, but no answer belongs to a rule.
//
// The record is a directory of files of lines. Everything about one question is in one file, in
// which the newest answer counts. Losing a part of it can make Claude ask once more, but never
// gives an answer: files are removed whole, and before an unreadable line no answer counts.
//
// An answer that the hook saw is kept with a position in the client's transcript, after which the
// client says who gave it. When the answer is first needed, the transcript is read and decides
// whether it counts. Until then, the answer can only prevent one of neverask's.
package answers
