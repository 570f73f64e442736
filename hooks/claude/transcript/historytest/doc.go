// Package historytest writes transcripts for tests and benchmarks: as many
// megabytes as are wanted, of the shape that Claude Code 2.1.329 writes.
//
//	questions := historytest.Write(b, root, 200, 500)
//
// They hold what makes searching them hard: long lines, images, definitions of
// tools, and people who write about the question tool. What the single lines
// mean is the business of the tests of neverask/hooks/claude/transcript.
package historytest
