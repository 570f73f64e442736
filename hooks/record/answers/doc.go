// Package answers keeps the answer record: what the person answered themselves, by question.
// Rules read it; none of it belongs to a rule.
//
// The record is a directory of files of lines. Everything about one question is in one file,
// in which the newest answer counts. A loss makes Claude ask once more and never leads to an
// answer: files are removed whole, and after an unreadable line no earlier answer counts.
//
// An answer that the hook saw is kept with the place in the client's transcript after which
// the client says who gave it. When the answer first matters, that is read, and decides
// whether the answer counts from then on. Until the client has written it, the answer counts
// only against one of neverask's.
package answers
