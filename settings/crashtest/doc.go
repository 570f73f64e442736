// Package crashtest runs a program for tests and stops, fails or records it at
// any of its file operations.
//
//	run := crashtest.Program{Path: bin, Args: args, Env: env, Below: home}
//	n := 0
//	result, err := run.Run(func(op crashtest.Op) crashtest.Action {
//		if n++; n == 7 {
//			return crashtest.Kill() // before the seventh operation
//		}
//		return crashtest.Action{}
//	})
//
// It follows the program's system calls, so it sees what the program really
// does: also the writes of libraries, and those of the programs that it starts.
// A [Tape] of these operations tells what would be on the disk if the power had
// failed at any of them.
//
// It works on Linux on amd64. Reads are seen when a file is opened, not one by
// one, and changes through mapped memory not at all.
package crashtest
