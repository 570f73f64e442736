// Package stack makes room on the stack of the main goroutine before anything else
// happens. A program imports it for that alone:
//
//	import _ "neverask/hooks/runtime/stack"
//
// The stack would grow by itself, but in several steps and ever deeper in the calls;
// each step looks up every function on it, and touches memory for every size on the
// way. That is a twentieth of the life of neverask-hook, half of it before main,
// while the standard library is initialised.
//
// The package imports nothing, so the language has it initialised before all packages
// that need others and come later in the alphabet (Go specification, "Package
// initialization"). It does nothing else, and has no effect on other goroutines.
package stack

var _ = grow(0)

// grow needs a stack of 16 KB: the room is there when the function is entered. i is
// never negative, so it is not even cleared.
//
//go:noinline
func grow(i int) byte {
	if i >= 0 {
		return 0
	}
	var room [12 << 10]byte
	room[-i&0xff] = 1
	return room[-i&0xf]
}
