// Package rawfile reads files and appends to them with nothing but system calls.
//
//	f, err := rawfile.Open(name)
//	defer f.Close()
//	n, err := f.ReadAt(b, 0)
//
// It is [os.File] without the poller: os.Open sets up an event queue and offers
// it each file, which for a process that lives a millisecond is a twentieth of
// its life. On Windows it is os.File after all.
//
// A File is for one goroutine and one short task. The package does not create
// directories, writes at the end or the whole file, and waits for no lock, nor for
// the other end of a pipe.
package rawfile
