// Package historytest writes transcripts for tests and benchmarks: any number of megabytes, in
// the form that Claude Code 2.1.329 writes.
//
//	questions := historytest.Write(b, root, 200, 500)
//
// They contain what makes searching hard: long lines, images, tool definitions, and people who
// write about the question tool. The tests of neverask/hooks/claude/transcript cover what
// single lines mean.
package historytest
