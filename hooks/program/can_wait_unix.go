//go:build unix

package program

import "syscall"

// canWait reports whether Go's runtime can get the two file descriptors that it needs for
// its first timer. Without them it ends the process with status 2, which the client takes
// for a refusal.
func canWait() bool {
	var ends [2]int
	if syscall.Pipe(ends[:]) != nil {
		return false
	}
	_ = syscall.Close(ends[0])
	_ = syscall.Close(ends[1])
	return true
}
