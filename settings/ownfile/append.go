package ownfile

import (
	"math"
	"os"

	"github.com/gofrs/flock"

	"neverask/settings/foreign"
)

// Append opens a file for reading it and for adding to its end, and makes it for its
// owner alone. What is no file of its own, as a link, is an error.
func Append(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE|aside, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = foreign.Check(info, math.MaxInt64)
	}
	if err != nil {
		f.Close()
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return f, nil
}

// NewLock is the lock of that name, which makes a file for its owner alone when it is taken. Only
// the process that has it is waited for, not a pipe in the place of the file.
func NewLock(path string) *flock.Flock {
	return flock.New(path, flock.SetFlag(os.O_RDWR|os.O_CREATE|aside), flock.SetPermissions(0o600))
}

// TryLock takes the lock of that name, a file that it makes, unless another process
// has it. The lock ends with Close, and with the process.
func TryLock(path string) (lock *flock.Flock, ok bool) {
	lock = NewLock(path)
	ok, err := lock.TryLock()
	return lock, ok && err == nil
}
