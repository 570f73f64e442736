// Package answers keeps what the person answered themselves, by question: the answer
// record. Rules look into it; none of it belongs to a rule.
//
// It is a directory of files of lines. All that is kept of one question stands in one
// file, in which the newest counts. What is lost costs the person an asking and never
// leads to an answer: a file goes whole, and after a line that cannot be read nothing
// counts that was answered before it was written.
//
// What the hook saw is kept with the place in the client's transcript behind which the
// client says who gave the answer. When the answer matters for the first time, that is
// read: the answer counts from then on, or never. While the client has not written it, the
// answer counts against one of neverask's, and never for one.
package answers
