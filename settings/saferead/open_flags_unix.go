//go:build unix

package saferead

import "syscall"

// openFlags keeps an open from waiting for the other end of a pipe, and from making a terminal the
// controlling one of this process.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY
