package main

import (
	"syscall"
	"time"
)

// An Op is one file operation.
type Op struct {
	// Name is open (for reading), create (open that may make, empty or write a
	// file), write, truncate, sync, rename, exchange, link, symlink, remove,
	// rmdir, mkdir, chmod, chown or lock.
	Name string
	Path string // absolute
	To   string // of rename, exchange, link and symlink
}

// Changes reports whether the operation changes what is on the disk.
func (o Op) Changes() bool {
	switch o.Name {
	case "open", "sync", "lock":
		return false
	}
	return true
}

func (o Op) String() string {
	if o.To != "" {
		return o.Name + " " + o.Path + " " + o.To
	}
	return o.Name + " " + o.Path
}

// An Action is what becomes of an operation. The zero value lets it happen.
type Action struct {
	kill  bool
	fail  syscall.Errno
	after bool
}

// Kill ends the program and all that it has started before the operation. A
// write happens by half.
func Kill() Action { return Action{kill: true} }

// Fail lets the operation do nothing and report an error.
func Fail(errno syscall.Errno) Action { return Action{fail: errno} }

// FailAfter lets the operation happen and report an error, as network file
// systems do when the reply is lost.
func FailAfter(errno syscall.Errno) Action { return Action{fail: errno, after: true} }

// A Program is what to run, and to stop, fail or record at any of its file operations:
//
//	n := 0
//	result, err := p.Run(func(op Op) Action {
//		if n++; n == 7 {
//			return Kill() // before the seventh operation
//		}
//		return Action{}
//	})
//
// Run follows the program's system calls, so it sees what the program really does: also
// the writes of libraries, and those of the programs that it starts. A [Tape] of these
// operations tells what would be on the disk if the power had failed at any of them.
// Reads are seen when a file is opened, not one by one, and changes through mapped memory
// not at all.
type Program struct {
	Path  string
	Args  []string // without the name of the program
	Env   []string
	Dir   string
	Stdin string
	Below string // the directory whose operations count
	Tape  *Tape  // records, when it is not nil
	// Began is called with its process, when it is not nil.
	Began func(pid int)
}

// A Result is how a program ended.
type Result struct {
	Ops  []Op // in the order in which they began
	Exit int  // -1 when it was killed
	// Started are the programs that were started by it, and by those, by their files.
	Started []string
	Stdout  string
	Stderr  string
	CPU     time.Duration // of it and of what it waited for
}
